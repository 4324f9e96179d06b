import "../words.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { MoneyText } from "#web/ui/figures.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { type Look, StatusChip } from "#web/ui/status.tsx";
import type { Due } from "../../contract/dues.ts";

const DUE_LOOK = {
  promised: { tone: "waiting", icon: "clock" },
  due: { tone: "waiting", icon: "warning" },
  received: { tone: "done", icon: "check-circle" },
  nothing: { tone: "ended", icon: "undo" },
} as const satisfies Record<Due["state"], Look>;

/** Amount due without a card, its debtor, and whether it was paid. */
export function DueFacts({ due }: { due: Due }) {
  const t = useWords("dues");
  const format = useFormat();
  const zone = useZone();
  const { way, state, amount, owedBy, receivedAt } = due;
  return (
    <div className="stack gap-2">
      <span>
        <StatusChip {...DUE_LOOK[state]}>{t(`state.${state}`)}</StatusChip>
      </span>
      <Facts>
        <Fact name={t("fact.way")}>{t(`way.${way}`)}</Fact>
        {state !== "nothing" && (
          <Fact name={t(state === "received" ? "fact.paid" : "fact.amount")} strong>
            <MoneyText amount={amount} strong />
          </Fact>
        )}
        {(state === "promised" || state === "due") && (
          <Fact name={t("fact.by")}>{t(`fact.by.${owedBy}`)}</Fact>
        )}
        {receivedAt !== null && <Fact name={t("fact.received")}>{format.dateTime(receivedAt, zone)}</Fact>}
      </Facts>
    </div>
  );
}
