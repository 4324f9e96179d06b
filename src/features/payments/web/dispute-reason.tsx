import { useWords } from "#web/i18n/words.ts";
import { LtrText } from "#web/ui/figures.tsx";

/** The providers' words that have a sentence of their own. */
const KNOWN = [
  "credit_not_processed",
  "duplicate",
  "fraudulent",
  "general",
  "product_not_received",
  "product_unacceptable",
  "unrecognized",
] as const;

/** Why a card holder disputes a payment; a word of the provider that we do not know stands as it came. */
export function DisputeReason({ reason }: { reason: string }) {
  const t = useWords("money");
  const known = KNOWN.find((one) => one === reason);
  return known ? <span>{t(`dispute.reason.${known}`)}</span> : <LtrText>{reason}</LtrText>;
}
