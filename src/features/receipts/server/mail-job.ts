import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { chooseLocale, type Locale } from "#kernel/locale.ts";
import { first, type Tx } from "#server/db/db.ts";
import type { Job, RoomJobs } from "#server/jobs/jobs.ts";
import { openMailer, type Mailer, type Mail } from "#server/mail/mailer.ts";
import type { RoomParts } from "#server/room.ts";
import { MAIL_JOB } from "./issue.ts";
import { readReceipt } from "./receipt-row.ts";
import { fill, wordsIn } from "#server/words.ts";
import { mailPage } from "#server/mail/mail-page.ts";
import { localeOf } from "#features/deliveries/server/public.ts";
import type { ReceiptContent } from "../domain/receipt.ts";
import { RECEIPT_WORDS } from "./words.ts";

type Parts = Pick<RoomParts, "db" | "clock" | "log" | "dataFolder" | "mail" | "locales">;

/** The job that sends receipts. It stays where nobody takes cards any more: what was issued before still goes out. */
export function mailJobs(parts: Parts): RoomJobs {
  const mailer = openMailer(parts.mail ?? { url: undefined, from: "waybill@localhost" }, parts);
  return { jobs: { [MAIL_JOB]: mailReceipt(parts, mailer) } };
}

/**
 * Sends one receipt, once: what was sent is noted after the server took it. A crash in between sends it again with the
 * same message id.
 */
export const mailReceipt =
  ({ db, clock, locales }: Pick<Parts, "db" | "clock" | "locales">, mailer: Mailer): Job =>
  async (payload) => {
    const orgId = String(payload["orgId"]);
    const receiptId = String(payload["receiptId"]);
    const waiting = await db.as({ orgId }, async (tx) => {
      if (await wasSent(tx, receiptId)) return undefined;
      const receipt = await readReceipt(tx, receiptId);
      if (!receipt) return undefined;
      const locale = chooseLocale([await localeOf(tx, receipt.orderId)], locales);
      return { receipt, locale };
    });
    const address = waiting?.receipt.content.buyer.email;
    if (!waiting || !address) return;
    await mailer.send(await receiptMail(waiting.receipt, address, waiting.locale));
    await db.as({ orgId }, (tx) =>
      sql`insert into receipt_mail (org_id, receipt_id, sent_at)
          values (app_org(), ${receiptId}, ${toIso(clock())}) on conflict do nothing`.execute(tx),
    );
  };

const wasSent = async (tx: Tx, receiptId: string): Promise<boolean> =>
  (await first(
    tx,
    sql`select 1 from receipt_mail where org_id = app_org() and receipt_id = ${receiptId}`,
  )) !== undefined;

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
  const { holdOrCharge, receiptPdf, sellerLines } = await import("./receipt-pdf.ts");
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
