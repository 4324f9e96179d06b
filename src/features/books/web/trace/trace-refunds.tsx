import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { MoneyText } from "#web/ui/figures.tsx";
import { List } from "#web/ui/list.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import type { Refund } from "#features/payments/contract/refunds.ts";
import { type OnAct, RefundActs } from "../refunds/refund-acts.tsx";
import { ProblemNote } from "#features/payments/web/public-parts.ts";
import { ProviderWord } from "./provider-word.tsx";
import { REFUND_LOOK } from "../refunds/refund-look.ts";
import { TracePart } from "./trace-part.tsx";

/** The refunds of one payment, newest first. */
export function TraceRefunds({ refunds, onAct }: { refunds: readonly Refund[]; onAct: OnAct }) {
  const t = useWords("money");
  return (
    <TracePart title={t("refunds.title")} isEmpty={refunds.length === 0}>
      <List label={t("refunds.title")}>
        {refunds.map((refund) => (
          <TraceRefund key={refund.id} refund={refund} onAct={onAct} />
        ))}
      </List>
    </TracePart>
  );
}

function TraceRefund({ refund, onAct }: { refund: Refund; onAct: OnAct }) {
  const t = useWords("money");
  const f = useFormat();
  const zone = useZone();
  const { state, amount, reason, note, code, askedAt, askedBy, decidedBy } = refund;
  const people = [askedBy, decidedBy].flatMap((person) => (person === null ? [] : [person.name]));
  return (
    <li className="trace-row">
      <span className="trace-head">
        <StatusChip {...REFUND_LOOK[state]}>{t(`refund.state.${state}`)}</StatusChip>
        <MoneyText amount={amount} strong />
      </span>
      <span>{t(`refund.reason.${reason}`)}</span>
      {note !== null && (
        <span className="quiet">
          <bdi>{note}</bdi>
        </span>
      )}
      <span className="quiet small">
        {f.dateTime(askedAt, zone)}
        {people.length > 0 && ` · ${f.list(people)}`}
      </span>
      {code !== null && (
        <span className="quiet small">
          <ProviderWord word={code} group="told" />
        </span>
      )}
      {state === "failed" && <ProblemNote code="refund.failed" facts={{ amount: f.money(amount) }} />}
      <RefundActs refund={refund} onAct={onAct} />
    </li>
  );
}
