import { randomBytes } from "node:crypto";
import { keptUntil } from "#features/hub/domain/keeping.ts";
import { nextOpenings } from "#features/hub/domain/openings.ts";
import type { LaterKind } from "#features/quotes/domain/price-rule.ts";
import { MINUTE_MS, type Instant } from "#kernel/instant.ts";
import { type Locale, directionOf } from "#kernel/locale.ts";
import { TOKEN_RANDOM_BYTES, token22 } from "#kernel/token.ts";
import { sha256 } from "#server/db/hash.ts";
import { fill, wordsIn } from "#server/words.ts";
import { mailPage } from "#server/mail/mail-page.ts";
import { masked } from "../domain/masked.ts";
import type { Notice, Way } from "../domain/notices.ts";
import type { ChoiceKind } from "../domain/notices.ts";
import { smsPartsOf } from "../domain/sms-parts.ts";
import { smsText } from "../domain/sms-text.ts";
import { type Template, type Values, defused, filled } from "../domain/template.ts";
import type { Begun, NoticeRow } from "./notice-rows.ts";
import { type Addressee, type Scene, addressHash } from "./scene.ts";
import { choicesIn, costText, costsIn } from "./choices-in.ts";
import { type Clock, openingsIn, timeIn, windowIn } from "./times-in.ts";
import type { Message } from "./ways.ts";
import { NOTICE_WORDS } from "./words.ts";

/** A try that has not ended by then is given up: longer than any way waits. */
export const LEASE_MS = 2 * MINUTE_MS;

/** Costs that a notice tells the sender. */
const COSTS_OF: Readonly<Partial<Record<Notice, readonly LaterKind[]>>> = {
  missed: ["extraAttempt", "return"],
  returning: ["return"],
};

interface Composing {
  readonly scene: Scene;
  readonly row: NoticeRow;
  readonly to: Addressee & { readonly address: string };
  readonly now: Instant;
  readonly template: Template;
  /** Opens the delivery to whom it is sent. */
  readonly link: string;
  readonly publicUrl: string;
  readonly locale: Locale;
  /** Choices after a missed try that are open to the recipient. */
  readonly open: readonly ChoiceKind[];
  /** It is the first text message to them of this delivery: it says how to switch them off. */
  readonly isFirst: boolean;
}

/** Makes the message of a notice. */
export function compose(composing: Composing): Begun {
  const { scene, row, to, now, template, link, publicUrl, locale, open, isFirst } = composing;
  const { way, notice } = row;
  const token = token22(randomBytes(TOKEN_RANDOM_BYTES));
  const hasAccount = row.audience === "sender";
  const costs = costsIn(locale, scene.delivery);
  const message = messageOf({
    template,
    way,
    notice,
    locale,
    corrects: row.corrects && notice !== "taken_back",
    values: {
      ...valuesOf(scene, row, { locale, now }),
      choices: choicesIn(locale, open, costs),
      cost: row.audience === "recipient" ? "" : costText(locale, costs, COSTS_OF[notice] ?? []),
      link,
    },
    switchLink: way === "sms" && !isFirst ? null : `${publicUrl}/n/${token}`,
    hasAccount,
    to: { name: defused(to.name), address: to.address },
    fromName: scene.carrier,
  });
  const { parts } = smsPartsOf(message.text);
  return {
    message,
    shownTo: masked(way, to.address),
    addressHash: addressHash(way, to.address),
    switchHash: sha256(token),
    smsParts: way === "sms" ? parts : null,
    costMicros: way === "sms" ? parts * scene.rules.smsPriceMicros : null,
    leasedUntil: now + LEASE_MS,
  };
}

export interface Wording {
  readonly template: Template;
  readonly way: Way;
  readonly notice: Notice;
  readonly locale: Locale;
  readonly corrects: boolean;
  readonly values: Values;
  /** Null where it does not say how to switch notices off. */
  readonly switchLink: string | null;
  readonly hasAccount: boolean;
  readonly to: Message["to"];
  readonly fromName: string;
}

/** Writes a message out of a wording and its values. */
export function messageOf(wording: Wording): Message {
  const { template, way, locale, corrects, values, switchLink, hasAccount, to, fromName } = wording;
  const words = wordsIn(NOTICE_WORDS, locale);
  const body = filled(template.body, values);
  const correction = corrects ? [words.correction] : [];
  if (way === "push")
    return { to, fromName, subject: fromName, text: [...correction, body].join(" "), html: "", locale };
  if (way === "sms") {
    const end = switchLink === null ? [] : [fill(words.switchSms, { link: switchLink })];
    const text = begun(locale) + smsText([...correction, body, ...end].join(" "));
    return { to, fromName, subject: "", text, html: "" };
  }
  const paragraphs = [...correction, ...body.split(/\n{2,}/)];
  const foot = switchLink === null ? [] : [fill(words.switchMail, { link: switchLink })];
  const button = { address: values["link"] ?? "", text: hasAccount ? words.open : words.button };
  const text = [...paragraphs, `${button.text}: ${button.address}`, fromName, ...foot].join("\n\n");
  return {
    to,
    fromName,
    subject: begun(locale) + filled(template.subject, values).replaceAll(/\s+/g, " "),
    text: `${text}\n`,
    html: mailPage([...paragraphs, [fromName, ...foot].join("\n")], locale, button),
  };
}

/** A plain text takes its direction from its first letter, which may be a name's: a mark before it says the language's. */
const begun = (locale: Locale): string => (directionOf(locale) === "rtl" ? "\u200f" : "");

interface Telling {
  readonly locale: Locale;
  readonly now: Instant;
}

function valuesOf(scene: Scene, { about, notice }: NoticeRow, { locale, now }: Telling): Values {
  const { delivery, carrier, promised, zone } = scene;
  const clock = { locale, zone };
  const outcome = delivery.tasks.find(({ id }) => id === about)?.outcome ?? null;
  return {
    carrier,
    number: delivery.number,
    recipient: defused(delivery.recipient.name),
    sender: defused(delivery.sender.name),
    window: windowIn(clock, promised),
    interval: expectedIn(clock, scene, { notice, now }),
    time: timeIn(clock, Math.min(outcome?.occurredAt ?? now, now)),
    ...collectValues(scene, clock, now),
    takenBy: defused(outcome?.recipientName ?? "") || "–",
  };
}

/**
 * When it is expected. Where nothing is predicted it is the promised window, and once that is over only "soon" is true, or
 * "shortly" of a courier who is on the way to the door.
 */
function expectedIn(
  clock: Clock,
  { interval, promised }: Pick<Scene, "interval" | "promised">,
  { notice, now }: Pick<NoticeRow, "notice"> & { readonly now: Instant },
): string {
  const window = interval ?? promised;
  if (window.end > now) return windowIn(clock, window);
  const { soon, shortly } = wordsIn(NOTICE_WORDS, clock.locale);
  return notice === "next_stop" ? shortly : soon;
}

/** Place, hours and time for collecting it at the hub. */
function collectValues({ toCollect }: Scene, clock: Clock, now: Instant): Values {
  if (!toCollect) return {};
  const { hub, since, longer } = toCollect;
  return {
    place: hub.address ?? "",
    openings: openingsIn(clock, nextOpenings(hub.hours, hub.timezone, now)),
    until: timeIn(clock, keptUntil(since, hub.keepDays, longer)),
  };
}
