import "../words.ts";
import { isolated } from "#kernel/isolated.ts";
import { useWords } from "#web/i18n/words.ts";
import { Fact, Facts } from "#web/ui/list.tsx";
import { useMoment } from "#web/ui/facts/moment.tsx";
import { MoneyFact } from "#web/ui/facts/money-fact.tsx";
import { type Look, StatusChip } from "#web/ui/status.tsx";
import type { Receivable } from "../../contract/receivables.ts";
import type { ByWay } from "./use-receivables.ts";

const LOOKS = {
  promised: { tone: "waiting", icon: "clock" },
  due: { tone: "waiting", icon: "warning" },
  received: { tone: "done", icon: "check-circle" },
  nothing: { tone: "ended", icon: "undo" },
} as const satisfies Record<Receivable["state"], Look>;

interface ReceivableFactsProps {
  readonly receivable: ByWay;
  /** Number of its order. */
  readonly number: string;
}

export function ReceivableFacts({ receivable, number }: ReceivableFactsProps) {
  const { kind, reason, state, owed, owedBy, receivedAt, giveBack } = receivable;
  const t = useWords("owed");
  const moment = useMoment();
  return (
    <div className="stack gap-2">
      <span>
        <StatusChip {...LOOKS[state]}>{t(`state.${state}`)}</StatusChip>
      </span>
      <Facts>
        {reason !== null && (
          <Fact name={t("fact.for")}>{t(`for.${reason}`, { number: isolated(number) })}</Fact>
        )}
        <Fact name={t("fact.way")}>{t(`way.${kind}`)}</Fact>
        {state !== "nothing" && (
          <MoneyFact name={t(state === "received" ? "fact.paid" : "fact.amount")} amount={owed} strong />
        )}
        {(state === "promised" || state === "due") && (
          <Fact name={t("fact.by")}>{t(`fact.by.${owedBy}`)}</Fact>
        )}
        {receivedAt !== null && <Fact name={t("fact.received")}>{moment(receivedAt)}</Fact>}
        {giveBack !== null && <MoneyFact name={t("fact.give-back")} amount={giveBack} strong />}
      </Facts>
    </div>
  );
}
