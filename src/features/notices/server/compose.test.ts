import { expect, test } from "vitest";
import { messageOf } from "./compose.ts";

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
