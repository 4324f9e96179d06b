import type { Instant } from "#kernel/instant.ts";
import type { Locale } from "#kernel/locale.ts";
import type { Mail } from "#server/mail/mailer.ts";
import { fill, wordsIn } from "#server/words.ts";
import type { ReceiptContent } from "../domain/receipt.ts";
import { mailPage } from "./mail-page.ts";
import { holdOrCharge, receiptPdf, sellerLines } from "./receipt-pdf.ts";
import { RECEIPT_WORDS } from "./words.ts";

const SAYS = {
  receipt: { subject: "subject", what: "ended", attached: "attached" },
  "credit-note": { subject: "subjectBack", what: "returned", attached: "attachedBack" },
  "cancel-note": { subject: "subjectUndone", what: "undone", attached: "attachedUndone" },
} as const;

/** The mail that brings a receipt: what was held and what was taken in a sentence, the page attached. */
export async function receiptMail(
  receipt: { readonly id: string; readonly content: ReceiptContent; readonly issuedAt: Instant },
  address: string,
  locale: Locale,
): Promise<Mail> {
  const { content, issuedAt } = receipt;
  const { number, seller, buyer, order } = content;
  const { mail: words, receipt: printed } = wordsIn(RECEIPT_WORDS, locale);
  const says = SAYS[content.kind];
  const what = content.way && content.kind === "receipt" ? "paid" : says.what;
  const paragraphs = [
    fill(words.hello, { name: buyer.name }),
    fill(words[what], { order: order.number }),
    holdOrCharge(content, printed, locale),
    words[says.attached],
    [seller.name, ...sellerLines(seller, printed), seller.footer ?? ""]
      .filter((line) => line !== "")
      .join("\n"),
  ];
  return {
    id: receipt.id,
    to: { name: buyer.name, address },
    fromName: seller.name,
    subject: fill(words[says.subject], { number, seller: seller.name }),
    text: `${paragraphs.join("\n\n")}\n`,
    html: mailPage(paragraphs, locale),
    attachments: [
      {
        name: `${number}.pdf`,
        type: "application/pdf",
        bytes: await receiptPdf(content, issuedAt, locale),
      },
    ],
  };
}
