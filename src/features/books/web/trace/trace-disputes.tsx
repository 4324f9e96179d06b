import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { MoneyText } from "#web/ui/figures.tsx";
import { List } from "#web/ui/list.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import type { Dispute } from "#features/payments/contract/disputes.ts";
import { ProblemNote } from "#features/payments/web/public-parts.ts";
import { useMe } from "#features/debts/web/public-parts.ts";
import { ProviderWord } from "./provider-word.tsx";
import { DISPUTE_LOOK } from "../refunds/refund-look.ts";
import { TracePart } from "./trace-part.tsx";

interface TraceDisputesProps {
  disputes: readonly Dispute[];
  /** Delivery with the proof. */
  deliveryId: string | null;
}

/** The disputes of one payment; an open one says until when evidence is read, and leads to the proof. */
export function TraceDisputes({ disputes, deliveryId }: TraceDisputesProps) {
  const t = useWords("money");
  const f = useFormat();
  const zone = useZone();
  const maySee = useMe().may("delivery:handle");
  return (
    <TracePart title={t("disputes.title")} isEmpty={disputes.length === 0}>
      {disputes
        .filter(({ state }) => state === "open" || state === "inquiry")
        .map(({ id, amount, evidenceDue }) =>
          evidenceDue === null ? null : (
            <ProblemNote
              key={id}
              code="dispute.opened"
              facts={{ amount: f.money(amount), date: f.dateTime(evidenceDue, zone) }}
              ways={deliveryId === null || !maySee ? {} : { evidence: `/d/deliveries/${deliveryId}` }}
            />
          ),
        )}
      <List label={t("disputes.title")}>
        {disputes.map(({ id, state, amount, reason, openedAt, settled }) => (
          <li className="trace-row" key={id}>
            <span className="trace-head">
              <StatusChip {...DISPUTE_LOOK[state]}>{t(`dispute.state.${state}`)}</StatusChip>
              <MoneyText amount={amount} strong />
            </span>
            <ProviderWord word={reason} group="dispute.reason" />
            <span className="quiet small">{f.dateTime(openedAt, zone)}</span>
            {settled !== null && (
              <span className="quiet small">
                {t("dispute.settled", { withdrawn: f.money(settled.withdrawn), fee: f.money(settled.fee) })}
              </span>
            )}
          </li>
        ))}
      </List>
    </TracePart>
  );
}
