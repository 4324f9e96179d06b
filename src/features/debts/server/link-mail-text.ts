import type { Locale } from "#kernel/locale.ts";
import type { OrderRecord } from "#features/deliveries/server/public.ts";
import type { PaymentRow } from "#features/payments/server/public.ts";
import { fill, wordsIn } from "#server/words.ts";
import { receiptFormats } from "#features/receipts/server/public.ts";
import { LINK_WORDS } from "./words.ts";

export interface LinkParts {
  readonly payment: Pick<PaymentRow, "amountMinor" | "currency" | "purpose" | "reason" | "note">;
  readonly order: Pick<OrderRecord, "number" | "sender">;
  readonly seller: string;
}

/** Purpose of a link, in the words of its mail. */
export function linkMailText({ payment, order, seller }: LinkParts, locale: Locale) {
  const { link: words } = wordsIn(LINK_WORDS, locale);
  const formats = receiptFormats(locale);
  const amount = formats.money(payment.amountMinor, payment.currency);
  const facts = { amount, seller, order: order.number };
  const hello = fill(words.hello, { name: order.sender.name });
  const isMore = payment.purpose === "surcharge";
  const why = fill(isMore ? words[payment.reason ?? "other"] : words.lost, facts);
  return {
    subject: fill(words.subject, facts),
    paragraphs: [hello, why, ...(isMore && payment.note ? [payment.note] : []), words.pay],
    button: fill(words.button, facts),
  };
}
