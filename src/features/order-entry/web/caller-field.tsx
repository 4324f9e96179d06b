import { useState } from "react";
import { isolated } from "#kernel/isolated.ts";
import { call } from "#web/api/call.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import { Combobox } from "#web/ui/overlays/combobox.tsx";
import { type Caller, orderEntryApi, type PastEntry } from "../contract/api.ts";

interface CallerFieldProps {
  readonly id: string;
  readonly onCaller: (caller: Caller) => void;
  readonly onSame: (past: PastEntry) => void;
}

/** Finds who calls by the end of their number or by a name, and offers their last orders again. */
export function CallerField({ id, onCaller, onSame }: CallerFieldProps) {
  const t = useWords("order-entry");
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<Caller>();
  const search = async (q: string, signal: AbortSignal) => {
    const { callers } = await call(orderEntryApi.findCallers, { q }, { signal });
    return callers.map((caller) => ({
      id: caller.sender.phone,
      label: caller.sender.name,
      detail: `${isolated(caller.sender.phone)} · ${isolated(caller.pickup.label)}`,
      icon: "call" as const,
      value: caller,
    }));
  };
  const choose = (caller: Caller) => {
    setChosen(caller);
    onCaller(caller);
  };
  return (
    <div className="entry-caller">
      <Combobox
        id={id}
        label={t("caller.label")}
        hint={t("caller.hint")}
        text={text}
        onText={(typed) => {
          setText(typed);
          setChosen((now) => (now?.sender.name === typed ? now : undefined));
        }}
        search={search}
        onChoose={choose}
        empty={t("caller.none")}
        icon="call"
        autoComplete="off"
        minLength={3}
      />
      {chosen && <LastOrders caller={chosen} onSame={onSame} />}
    </div>
  );
}

/** The caller's last orders, each of them to be entered again. */
function LastOrders({ caller, onSame }: Pick<CallerFieldProps, "onSame"> & { readonly caller: Caller }) {
  const t = useWords("order-entry");
  const format = useFormat();
  const zone = useZone();
  return (
    <div className="entry-same" role="group" aria-label={t("caller.same")}>
      <p className="small quiet">{t("caller.last", { n: caller.orders })}</p>
      {caller.last.map((past) => (
        <Button key={past.orderId} icon="refresh" variant="tonal" size="small" onClick={() => onSame(past)}>
          <span>
            <bdi>{past.recipient.name}</bdi> · <bdi>{past.dropoff.label}</bdi> · {format.day(past.at, zone)}
          </span>
        </Button>
      ))}
    </div>
  );
}
