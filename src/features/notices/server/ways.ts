import { sql } from "kysely";
import { openPush } from "#features/push/server/public.ts";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import type { Locale } from "#kernel/locale.ts";
import { type MailChoice, type Mailer, openMailer } from "#server/mail/mailer.ts";
import type { RoomParts } from "#server/room.ts";
import { openSmsGateway } from "#server/sms/sms-gateway.ts";
import type { SmsAnswer, SmsChoice } from "#server/sms/sms-gateway.ts";
import type { Audience, Way } from "../domain/notices.ts";

/** A message as it is sent, the same at each try. */
export interface Message {
  readonly to: { readonly name: string; readonly address: string };
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Only of a notification. */
  readonly locale?: Locale;
}

/** A message with what it belongs to. */
export interface Given {
  readonly id: string;
  readonly orgId: string;
  readonly deliveryId: string | null;
  readonly audience: Audience;
  readonly message: Message;
}

/** `gone`: nobody is left at the address. */
export interface Answer {
  readonly end: SmsAnswer["end"] | "gone";
  readonly said: string;
}

/** A way to people. */
export interface WayOut {
  send(given: Given): Promise<Answer>;
  /** Given the same id twice, it delivers once. */
  readonly knowsIds: boolean;
  /** Messages leave this machine. */
  readonly leaves: boolean;
  /** Name of the server that takes them; null where none is set. */
  readonly host: string | null;
  readonly from: string | null;
}

export type WaysOut = Readonly<Record<Way, WayOut>>;

type Parts = Pick<RoomParts, "db" | "clock" | "log" | "dataFolder" | "mail" | "sms" | "push" | "sessionEnds">;

export function openWays(parts: Parts): WaysOut {
  const mail = parts.mail ?? { url: undefined, from: "waybill@localhost" };
  const url = parts.sms?.url;
  return {
    mail: mailWay(openMailer(mail, parts), mail),
    sms: parts.sms && url !== undefined ? smsWay({ ...parts.sms, url }) : writtenSms(parts),
    push: pushWay(parts),
  };
}

const SAID = 200;

/** The name of the server in an address, whose other parts may hold a secret. */
const hostOf = (url: string | undefined): string | null => URL.parse(url ?? "")?.host ?? null;

const mailWay = (mailer: Mailer, { url, from }: MailChoice): WayOut => ({
  knowsIds: true,
  leaves: url !== undefined,
  host: hostOf(url),
  from,
  async send({ id, message }) {
    try {
      await mailer.send({ ...message, id, attachments: [] });
      return { end: "taken", said: url === undefined ? "folder" : "250" };
    } catch (error) {
      return { end: endOf(error), said: saidIn(error) };
    }
  },
});

/**
 * Errors of a mail server that are ours to mend: its name, its password, the line to it. A line that it closed
 * (`ECONNECTION`) is none: it may have taken the mail before.
 */
const OURS = new Set(["EAUTH", "EDNS", "ECONNREFUSED", "ENOTFOUND", "ETLS"]);

function endOf(error: unknown): Answer["end"] {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  if (OURS.has(String(code))) return "again";
  // A word that is no refusal answers something else: the server answered twice before.
  if (typeof responseCode !== "number" || responseCode < 400) return "unknown";
  return responseCode >= 500 ? "refused" : "again";
}

/** The server's status, or the library's short word: what the server says may name people. */
function saidIn(error: unknown): string {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  if (typeof responseCode === "number") return String(responseCode);
  return typeof code === "string" ? code.slice(0, SAID) : "silent";
}

function smsWay(choice: SmsChoice & { readonly url: string }): WayOut {
  const gateway = openSmsGateway(choice);
  return {
    knowsIds: gateway.knowsIds,
    leaves: true,
    host: hostOf(choice.url),
    from: choice.from,
    send: ({ id, message }) => gateway.send({ id, to: message.to.address, text: message.text }),
  };
}

/** Notifications on the devices of a sender, whose id is the address; later ones of a delivery take the place of earlier ones. */
function pushWay(parts: Parts): WayOut {
  const send = openPush(parts);
  return {
    knowsIds: true,
    leaves: true,
    host: null,
    from: null,
    send: ({ id, orgId, deliveryId, message }) =>
      send(
        { orgId, personId: message.to.address },
        {
          id,
          about: `delivery ${deliveryId}`,
          path: `/my/deliveries/${deliveryId}`,
          urgency: "normal",
          until: parts.clock() + DAY_MS,
          textIn: (language) => ({
            title: message.subject,
            body: message.text,
            locale: message.locale ?? language,
          }),
        },
      ),
  };
}

/** Text messages kept of an organisation without a gateway. */
const KEPT = 200;

/** Writes text messages into a table: a demo shows them as a phone would. */
const writtenSms = ({ db, clock }: Parts): WayOut => ({
  knowsIds: true,
  leaves: false,
  host: null,
  from: null,
  async send({ id, orgId, deliveryId, audience, message }) {
    if (deliveryId === null) return { end: "refused", said: "unreached" };
    await db.as({ orgId }, async (tx) => {
      await sql`insert into unsent_sms (org_id, notice_id, delivery_id, audience, body, written_at)
                values (app_org(), ${id}, ${deliveryId}, ${audience}, ${message.text}, ${toIso(clock())})
                on conflict do nothing`.execute(tx);
      await sql`delete from unsent_sms where org_id = app_org() and notice_id not in (
                  select notice_id from unsent_sms where org_id = app_org()
                  order by written_at desc, notice_id desc limit ${KEPT})`.execute(tx);
    });
    return { end: "taken", said: "folder" };
  },
});
