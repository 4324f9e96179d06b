import { sql } from "kysely";
import { chooseLocale, type Locale } from "#kernel/locale.ts";
import { first } from "#server/db/db.ts";
import type { Job, RoomJobs } from "#server/jobs/jobs.ts";
import { openMailer, type Mail, type Mailer } from "#server/mail/mailer.ts";
import type { RoomParts } from "#server/room.ts";
import { fill, wordsIn } from "#server/words.ts";
import { mailPage } from "#server/mail/mail-page.ts";
import { formatsIn } from "#server/formats.ts";
import { readOrderRecord, type OrderRecord, localeOf } from "#features/deliveries/server/public.ts";
import { readPayment, unpaidOf, type PaymentRow } from "#features/payments/server/public.ts";
import { LINK_JOB } from "./follow-payments.ts";
import { LINK_WORDS } from "./words.ts";
import { payLink } from "./send-pay-link.ts";

type Parts = Pick<RoomParts, "db" | "clock" | "log" | "dataFolder" | "mail" | "locales" | "publicUrl">;

export function linkJobs(parts: Parts): RoomJobs["jobs"] {
  const mailer = openMailer(parts.mail ?? { url: undefined, from: "waybill@localhost" }, parts);
  return { [LINK_JOB]: mailLink(parts, mailer) };
}

const mailLink =
  ({ db, clock, locales, publicUrl }: Parts, mailer: Mailer): Job =>
  async (payload) => {
    const orgId = String(payload["orgId"]);
    const waiting = await db.as({ orgId }, async (tx) => {
      const payment = await readPayment(tx, String(payload["paymentId"]));
      const order = payment && (await readOrderRecord(tx, payment.orderId));
      if (!payment || !order || order.sender.email === null || !unpaidOf([payment])) return undefined;
      const seller = await first(
        tx,
        sql<{ name: string }>`select name from organization where id = app_org()`,
      );
      const address = await payLink({ tx, now: clock() }, publicUrl, order, payment.id);
      return { payment, order, address, seller: seller?.name ?? "", locale: await localeOf(tx, order.id) };
    });
    if (!waiting) return;
    const locale = chooseLocale([waiting.locale], locales);
    await mailer.send(linkMail(String(payload["mail"]), waiting, locale));
  };

function linkMail(id: string, parts: LinkParts & { readonly address: string }, locale: Locale): Mail {
  const { order, address, seller } = parts;
  const { subject, paragraphs, button } = linkMailText(parts, locale);
  return {
    id,
    to: { name: order.sender.name, address: order.sender.email ?? "" },
    fromName: seller,
    subject,
    text: `${[...paragraphs, address, seller].join("\n\n")}\n`,
    html: mailPage([...paragraphs, seller], locale, { address, text: button }),
    attachments: [],
  };
}

interface LinkParts {
  readonly payment: Pick<PaymentRow, "amountMinor" | "currency" | "purpose" | "reason" | "note">;
  readonly order: Pick<OrderRecord, "number" | "sender">;
  readonly seller: string;
}

/** Purpose of a link, in the words of its mail. */
function linkMailText({ payment, order, seller }: LinkParts, locale: Locale) {
  const { link: words } = wordsIn(LINK_WORDS, locale);
  const formats = formatsIn(locale);
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
