import { useWords } from "#web/i18n/words.ts";
import type { PaymentPurpose } from "#features/payments/domain/purpose.ts";
import type { Payment } from "#features/payments/contract/api.ts";
import "../words.ts";

/** Purpose of a payment, where it is not the booking itself. */
export function PurposeName({ purpose }: { readonly purpose: PaymentPurpose }) {
  const t = useWords("owed");
  return purpose === "booking" ? null : <span className="quiet small">{t(`purpose.${purpose}`)}</span>;
}

/** Names a payment’s state where no card pays: nothing of it waits for a bank. */
export function dueWord(state: Payment["state"]): "promised" | "received" | "nothing" {
  if (state === "captured") return "received";
  return state === "voided" ? "nothing" : "promised";
}
