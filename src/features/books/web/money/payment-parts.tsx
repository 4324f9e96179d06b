import { useWords } from "#web/i18n/words.ts";
import { LtrText, NumberText } from "#web/ui/figures.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { useMe } from "#features/accounts/web/public-parts.ts";
import { dueWord } from "#features/debts/web/public-parts.ts";
import { PAYMENT_LOOK } from "#features/payments/web/public-parts.ts";
import { cardText } from "#features/receipts/domain/card-text.ts";
import type { PaymentRow } from "../../contract/money.ts";

export function PaymentState({ payment: { state, way } }: { payment: Pick<PaymentRow, "state" | "way"> }) {
  const t = useWords("money");
  const due = useWords("owed");
  return (
    <StatusChip {...PAYMENT_LOOK[state]}>
      {way === null ? t(`money.state.${state}`) : due(`state.${dueWord(state)}`)}
    </StatusChip>
  );
}

export function PaidBy({ payment: { way, card } }: { payment: Pick<PaymentRow, "way" | "card"> }) {
  const t = useWords("money");
  const due = useWords("owed");
  if (way !== null) return due(`way.${way}`);
  return card === null ? (
    <span className="quiet">{t("money.no-card")}</span>
  ) : (
    <LtrText>{cardText(card)}</LtrText>
  );
}

interface DeliveryNumberProps {
  number: string;
  deliveryId: string | null;
}

/** An order's number; for those who work with deliveries it leads there. */
export function DeliveryNumber({ number, deliveryId }: DeliveryNumberProps) {
  const maySee = useMe().may("delivery:handle");
  if (deliveryId === null || !maySee) return <NumberText>{number}</NumberText>;
  return (
    <a href={`/d/deliveries/${deliveryId}`}>
      <NumberText>{number}</NumberText>
    </a>
  );
}
