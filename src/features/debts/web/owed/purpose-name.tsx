import { useWords } from "#web/i18n/words.ts";
import type { PaymentPurpose, SurchargeReason } from "#features/payments/domain/purpose.ts";
import type { Payment } from "#features/payments/contract/api.ts";
import "../words.ts";

interface PurposeNameProps {
  readonly purpose: PaymentPurpose;
  readonly reason: SurchargeReason | null;
}

/** Purpose of a payment, where it is not the booking itself: for a surcharge, its reason. */
export function PurposeName({ purpose, reason }: PurposeNameProps) {
  const t = useWords("owed");
  if (purpose === "booking") return null;
  return (
    <span className="quiet small">{t(reason === null ? `purpose.${purpose}` : `reason.${reason}`)}</span>
  );
}

/** Names a payment’s state where no card pays: nothing of it waits for a bank. */
export function dueWord(state: Payment["state"]): "promised" | "received" | "nothing" {
  if (state === "captured") return "received";
  return state === "voided" ? "nothing" : "promised";
}
