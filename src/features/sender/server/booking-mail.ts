import { sql } from "kysely";
import { DAY_MS, fromIso, toIso } from "#kernel/instant.ts";
import { chooseLocale, intlTag, type Locale } from "#kernel/locale.ts";
import { windowText } from "#kernel/window-text.ts";
import type { Instant } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { Job, RoomJobs } from "#server/jobs/jobs.ts";
import { openMailer } from "#server/mail/mailer.ts";
import type { Mail, Mailer } from "#server/mail/mailer.ts";
import type { RoomParts } from "#server/room.ts";
import { fill, wordsIn } from "#server/words.ts";
import { mailPage } from "#server/mail/mail-page.ts";
import { formatsIn } from "#server/formats.ts";
import {
  lockOrder,
  makeOrderKey,
  readOrderRecord,
  deleteOldLinkKeys,
  localeOf,
} from "#features/deliveries/server/public.ts";
import type { OrderRecord } from "#features/deliveries/server/public.ts";
import { RECEIPT_WORDS } from "#features/receipts/server/public.ts";
import type { CardsTaken } from "#features/quotes/server/public.ts";
import { untouchedTitle } from "#features/quotes/domain/default-titles.ts";
import { makeLink } from "#features/tracking/server/public.ts";
import { BOOKING_WORDS } from "./words.ts";

const MAIL_JOB = "sender.mail-booking";
const SWEEP_JOB = "sender.sweep-keys";

type Parts = Pick<RoomParts, "db" | "clock" | "log" | "dataFolder" | "mail" | "locales" | "publicUrl"> &
  CardsTaken;

/** The jobs that confirm bookings to the e-mail address that was left, and delete the keys of guests. */
export function bookingMailJobs(parts: Parts): RoomJobs {
  const mailer = openMailer(parts.mail ?? { url: undefined, from: "waybill@localhost" }, parts);
  return {
    jobs: {
      [MAIL_JOB]: mailBooking(parts, mailer),
      [SWEEP_JOB]: () => deleteOldGuestKeys(parts.db, parts.clock()),
    },
    reactions: { "order.confirmed": MAIL_JOB },
    every: { [SWEEP_JOB]: 30 },
  };
}

interface Confirmation {
  readonly order: OrderRecord;
  readonly address: string;
  readonly seller: { readonly name: string; readonly zone: string };
  readonly locale: Locale;
  /** The page of the booking, and the recipient's. */
  readonly page: string;
  readonly link: string;
  readonly isHeld: boolean;
}

/** Sends one confirmation, once: a crash between sending and noting sends it again with the same message id. */
const mailBooking =
  ({ db, clock, locales, publicUrl, takesCards = true }: Parts, mailer: Mailer): Job =>
  async (payload) => {
    const orgId = String(payload["orgId"]);
    const orderId = String(payload["aggregateId"]);
    const waiting = await db.as({ orgId }, async (tx): Promise<Confirmation | undefined> => {
      const order = await readOrderRecord(tx, orderId);
      const address = order?.sender.email;
      if (!order?.deliveryId || !address || order.state === "cancelled") return undefined;
      const links = await linksOf(tx, clock(), orgId, { ...order, deliveryId: order.deliveryId });
      if (links === undefined) return undefined;
      return {
        order,
        address,
        seller: await sellerOf(tx),
        locale: chooseLocale([await localeOf(tx, orderId)], locales),
        page: publicUrl + links.page,
        link: publicUrl + links.link,
        isHeld: takesCards,
      };
    });
    if (!waiting) return;
    await mailer.send(confirmation(waiting));
    await db.as({ orgId }, (tx) =>
      sql`update booking_mail set sent_at = ${toIso(clock())}, made_at = null, page = null, link = null
          where org_id = app_org() and order_id = ${orderId}`.execute(tx),
    );
  };

interface Links {
  readonly page: string;
  readonly link: string;
}

/**
 * The links of a confirmation: made at the first try, the same at each later one, because a try of which we know no
 * answer may have arrived.
 *
 * @returns `undefined` once it was sent
 */
async function linksOf(
  tx: Tx,
  now: Instant,
  orgId: string,
  order: OrderRecord & { readonly deliveryId: string },
): Promise<Links | undefined> {
  await lockOrder(tx, order.id);
  const kept = await first(
    tx,
    sql<{ page: string | null; link: string | null }>`
      select page, link from booking_mail where org_id = app_org() and order_id = ${order.id}`,
  );
  if (kept)
    return kept.page === null || kept.link === null ? undefined : { page: kept.page, link: kept.link };
  const { path: link } = await makeLink({ tx, orgId, now }, order.deliveryId, { kind: "view" });
  const page =
    order.payerId === null
      ? `/book/done/${order.id}#key=${await makeOrderKey(tx, now, order.id)}`
      : `/my/deliveries/${order.deliveryId}`;
  await sql`insert into booking_mail (org_id, order_id, made_at, page, link)
            values (app_org(), ${order.id}, ${toIso(now)}, ${page}, ${link})`.execute(tx);
  return { page, link };
}

/** Longer than the tries of a job go on. */
const UNSENT_KEPT_MS = 7 * DAY_MS;

/** Deletes keys that open nothing any more, and the links of mails that no try will send. */
export const deleteOldGuestKeys = (db: Db, now: Instant): Promise<void> =>
  db.owner(async (tx) => {
    await deleteOldLinkKeys(tx, now);
    await sql`delete from booking_mail where made_at <= ${toIso(now - UNSENT_KEPT_MS)}`.execute(tx);
  });

async function sellerOf(tx: Tx): Promise<Confirmation["seller"]> {
  const found = await first(
    tx,
    sql<{
      name: string;
      zone: string;
    }>`select name, timezone as zone from organization where id = app_org()`,
  );
  if (!found) throw new Error("an organisation vanished");
  return found;
}

function confirmation(parts: Confirmation): Mail {
  const { order, address, seller, locale, page, link, isHeld } = parts;
  const { booking: words } = wordsIn(BOOKING_WORDS, locale);
  const about = { order: order.number, recipient: order.recipient.name, window: windowOf(parts) };
  const held = { total: formatsIn(locale).money(order.total.minor, order.total.currency) };
  const paragraphs = [
    fill(words.hello, { name: order.sender.name }),
    fill(words.booked, about),
    [
      fill(words.from, { place: order.request.pickup.label }),
      fill(words.to, { place: order.request.dropoff.label }),
    ].join("\n"),
    priceLines(order, locale).join("\n"),
    [...(isHeld ? [fill(words.held, held)] : []), words.receipt].join(" "),
    words.cancel,
    fill(words.link, { link }),
    ...(order.payerId === null ? [words.keep] : []),
  ];
  return {
    id: `booked-${order.id}`,
    to: { name: order.sender.name, address },
    fromName: seller.name,
    subject: fill(words.subject, { order: order.number, seller: seller.name }),
    text: `${[...paragraphs, `${words.button}: ${page}`, seller.name].join("\n\n")}\n`,
    html: mailPage([...paragraphs, seller.name], locale, { address: page, text: words.button }),
    attachments: [],
  };
}

const DAY = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;

function windowOf({ order, seller, locale }: Confirmation): string {
  const { start, end } = order.request.window;
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(intlTag(locale), options);
  return windowText(dates, { start: fromIso(start), end: fromIso(end) }, seller.zone, DAY);
}

/** As the page after booking shows them. */
function priceLines({ price }: OrderRecord, locale: Locale): string[] {
  const { receipt: words } = wordsIn(RECEIPT_WORDS, locale);
  const { money, percent } = formatsIn(locale);
  const amount = ({ minor, currency }: OrderRecord["total"]) => money(minor, currency);
  return [
    ...price.lines.map(({ ruleId, inputs, amount: one }) => {
      const title = String(inputs["title"] ?? ruleId);
      const known = untouchedTitle(ruleId, title);
      return `${known === undefined ? title : words.rules[known]}: ${amount(one)}`;
    }),
    ...price.taxes.map(
      (tax) => `${fill(words.tax, { rate: percent(tax.basisPoints) })}: ${amount(tax.amount)}`,
    ),
    `${words.total}: ${amount(price.total)}`,
  ];
}
