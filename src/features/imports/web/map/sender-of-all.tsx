import { useState } from "react";
import { type Caller, orderEntryApi } from "#features/order-entry/contract/api.ts";
import { isolated } from "#kernel/isolated.ts";
import { call } from "#web/api/call.ts";
import { useWords } from "#web/i18n/words.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Combobox } from "#web/ui/overlays/combobox.tsx";
import type { MappingDraft } from "./mapping-draft.ts";

interface SenderOfAllProps {
  readonly draft: MappingDraft;
  readonly onChange: (change: (now: MappingDraft) => MappingDraft) => void;
}

/** Fills name, number, pickup and account of one sender in for every row. */
export function SenderOfAll({ draft: { payer, pickup }, onChange }: SenderOfAllProps) {
  const t = useWords("imports");
  const [text, setText] = useState("");
  const search = async (q: string, signal: AbortSignal) => {
    const { callers } = await call(orderEntryApi.findCallers, { q }, { signal });
    return callers.map((caller) => ({
      id: caller.sender.phone,
      label: caller.sender.name,
      detail: `${isolated(caller.sender.phone)} · ${isolated(caller.pickup.label)}`,
      icon: "store" as const,
      value: caller,
    }));
  };
  return (
    <div className="stack gap-2">
      <Combobox
        label={t("map.sender")}
        hint={t("map.sender.hint")}
        text={text}
        onText={setText}
        search={search}
        onChoose={(caller) => {
          setText(caller.sender.name);
          onChange((now) => withSender(now, caller));
        }}
        empty={t("map.sender.none")}
        icon="search"
        autoComplete="off"
        minLength={3}
      />
      <div className="row gap-2">
        {pickup && (
          <Chip icon="pin" onRemove={() => onChange((now) => ({ ...now, pickup: null }))}>
            {t("map.pickup", { place: pickup.label })}
          </Chip>
        )}
        {payer && (
          <Chip icon="person" onRemove={() => onChange((now) => ({ ...now, payer: null }))}>
            {t("map.payer", { name: payer.name })}
          </Chip>
        )}
      </div>
    </div>
  );
}

const withSender = (now: MappingDraft, { sender, pickup, payerId }: Caller): MappingDraft => ({
  ...now,
  pickup,
  payer: payerId === null ? null : { id: payerId, name: sender.name, phone: sender.phone },
  fields: {
    ...now.fields,
    senderName: { column: "", value: sender.name },
    senderPhone: { column: "", value: sender.phone },
    pickup: { column: "", value: "" },
  },
});
