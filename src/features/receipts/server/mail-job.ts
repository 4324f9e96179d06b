import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import { chooseLocale } from "#kernel/locale.ts";
import { first, type Tx } from "#server/db/db.ts";
import type { Job, RoomJobs } from "#server/jobs/jobs.ts";
import { openMailer, type Mailer } from "#server/mail/mailer.ts";
import type { RoomParts } from "#server/room.ts";
import { MAIL_JOB } from "./issue.ts";
import { localeOf } from "./mail-page.ts";
import { receiptMail } from "./receipt-mail.ts";
import { readReceipt } from "./receipt-row.ts";

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
