import { useWords } from "#web/i18n/words.ts";
import { LtrText } from "#web/ui/figures.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { dueWord } from "#features/debts/web/public-parts.ts";
import { PAYMENT_LOOK } from "#features/payments/web/public-parts.ts";
import { cardText } from "#features/receipts/domain/card-text.ts";
import type { PaymentRow } from "../../contract/money.ts";

/** State of a payment; without a card nothing of it waits for a bank. */
export function PaymentState({ payment: { state, way } }: { payment: Pick<PaymentRow, "state" | "way"> }) {
  const t = useWords("money");
  const due = useWords("owed");
  return (
    <StatusChip {...PAYMENT_LOOK[state]}>
      {way === null ? t(`money.state.${state}`) : due(`state.${dueWord(state)}`)}
    </StatusChip>
  );
}

/** The card of a payment, or the way to pay without one. */
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
