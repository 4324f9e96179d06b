import { money } from "#kernel/money.ts";
import { choicesIn, costText, costsIn } from "./choices-in.ts";
import { expect, test } from "vitest";
import { WORD_LOCALES, directionOf } from "#kernel/locale.ts";
import { NOTICES, type Notice, type Placeholder, WAYS, WORDED_WAYS, type Way } from "../domain/notices.ts";
import { smsPartsOf } from "../domain/sms-parts.ts";
import { unknownPlaceholders } from "../domain/template.ts";
import { messageOf } from "./compose.ts";
import { ownWording } from "./templates.ts";
import { NOTICE_WORDS } from "./words.ts";

const wording = {
  template: { subject: "{carrier} \u2013 {number}", body: "{carrier}: {number}\n\n{choices}\n\nEnd" },
  notice: "missed",
  corrects: false,
  values: { carrier: "Shop", number: "WB-1", link: "https://waybill.example/t/A", choices: "" },
  switchLink: null,
  hasAccount: false,
  to: { name: "Rita", address: "rita@example.org" },
  fromName: "Shop",
} as const;

test("a message in a language from right to left begins so, though a Latin name is its first word", () => {
  for (const way of ["sms", "mail"] as const) {
    const arabic = messageOf({ ...wording, way, locale: "ar" });
    const english = messageOf({ ...wording, way, locale: "en" });
    const first = ({ subject, text }: typeof arabic) => (way === "sms" ? text : subject);
    expect(first(arabic)).toMatch(/^\u200FShop/);
    expect(first(english)).toMatch(/^Shop/);
  }
  expect(messageOf({ ...wording, way: "mail", locale: "ar" }).html).toContain('dir="rtl"');
});

test("a paragraph whose name has no value is left out", () => {
  const { text, html } = messageOf({ ...wording, way: "mail", locale: "en" });
  expect(text).not.toMatch(/\n{3,}/);
  expect(html.match(/<p><\/p>/g)).toBeNull();
});

const VALUES: Record<Placeholder, string> = {
  carrier: "Test Couriers",
  number: "WB-7K4M-92QX",
  recipient: "Rita Ray",
  sender: "Sam Sender",
  link: `https://waybill.example/t/${"A".repeat(22)}`,
  window: "14:00–16:00",
  interval: "14:10–14:30",
  time: "14:20",
  takenBy: "Rita Ray",
  choices: "Choose.",
  cost: "Another try costs you €2.92.",
  place: "Hubstr. 1, Berlin",
  openings: "8:00–18:00",
  until: "24 June",
};
/** Most parts of a text message in our own wording, which each cost: with any letter beyond GSM 7-bit a part holds 67. */
const MOST_PARTS = { gsm: 2, unicode: 5 };

const EVERY = WORD_LOCALES.flatMap((locale) => NOTICES.map((notice) => [notice, locale] as const));

function said(notice: Notice, locale: (typeof WORD_LOCALES)[number], way: Way) {
  return messageOf({
    template: ownWording({ notice, way, language: locale }),
    way,
    notice,
    locale,
    corrects: notice !== "taken_back",
    values: VALUES,
    switchLink: way === "push" ? null : `https://waybill.example/n/${"A".repeat(22)}`,
    hasAccount: false,
    to: { name: "Rita Ray", address: "rita@example.org" },
    fromName: VALUES.carrier,
  });
}

test.each(EVERY)("%s is said in %s by each way without a gap", (notice, locale) => {
  for (const way of WAYS) {
    const { subject, body } = ownWording({ notice, way, language: locale });
    expect(unknownPlaceholders(notice, subject + body)).toEqual([]);
    const message = said(notice, locale, way);
    for (const part of [message.subject, message.text, message.html])
      expect(part).not.toMatch(/[{}]|undefined| {2}| [.,]/);
  }
  const mail = said(notice, locale, "mail");
  expect(mail.subject.length).toBeGreaterThan(5);
  expect(mail.html).toContain(`lang="${locale}" dir="${directionOf(locale)}"`);
  expect(mail.html.match(/<a /g), "one button").toHaveLength(1);
  const { text } = said(notice, locale, "sms");
  expect(text).not.toContain("\n");
  const { parts, alphabet } = smsPartsOf(text);
  expect(parts).toBeLessThanOrEqual(MOST_PARTS[alphabet]);
});

test.each(WORD_LOCALES)("in %s what is expected is said to be, also where no time is known", (locale) => {
  for (const notice of ["late", "next_stop"] as const)
    for (const way of WORDED_WAYS)
      expect(ownWording({ notice, way, language: locale }).body).not.toMatch(/[,:،] ?\{interval\}/u);
  const { soon, shortly } = NOTICE_WORDS[locale];
  expect(shortly).not.toBe(soon);
});

test("a number stays on one line of a mail, and is plain in its text", () => {
  for (const locale of WORD_LOCALES) {
    const { html, text } = said("ready", locale, "mail");
    const count = text.split(VALUES.number).length - 1;
    expect(count).toBeGreaterThan(1);
    const whole = `<bdi style="white-space:nowrap">${VALUES.number}</bdi>`;
    expect([html.split(whole).length - 1, html.split(VALUES.number).length - 1]).toEqual([count, count]);
  }
});

const failed = { id: "t", kind: "deliver", state: "failed", outcome: { fault: "recipient" } } as const;
const later = { extraAttempt: money(292, "EUR"), return: money(583, "EUR") };
// Safe: the costs are read of these alone.
const about = (fault: string) =>
  ({ tasks: [{ ...failed, outcome: { fault } }], price: { later } }) as unknown as Parameters<
    typeof costsIn
  >[1];

test.each(WORD_LOCALES)("in %s a missed recipient reads who pays, and the sender how much", (locale) => {
  const costs = costsIn(locale, about("recipient"));
  expect(Object.keys(costs)).toEqual(["extraAttempt", "return"]);
  const named = choicesIn(locale, ["window", "hub", "return"], costs);
  const told = costText(locale, costs, ["extraAttempt", "return"]);
  for (const amount of Object.values(costs))
    for (const text of [named, told]) expect(text.split(amount)).toHaveLength(2);
  expect(named + told).not.toMatch(/[{}]|undefined/);
  const free = costsIn(locale, about("carrier"));
  expect(costText(locale, free, ["extraAttempt", "return"])).toBe("");
  expect(choicesIn(locale, ["window"], free)).toBe(choicesIn(locale, ["window"]));
});
