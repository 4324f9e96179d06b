import { useWords } from "#web/i18n/words.ts";
import type { PaymentPurpose } from "#features/payments/domain/purpose.ts";
import "../words.ts";

/** Purpose of a payment, where it is not the booking itself. */
export function PurposeName({ purpose }: { readonly purpose: PaymentPurpose }) {
  const t = useWords("owed");
  return purpose === "booking" ? null : <span className="quiet small">{t(`purpose.${purpose}`)}</span>;
}
