import fc from "fast-check";
import { expect, test } from "vitest";
import { testSeed } from "#test/support/seeds/test-seed.ts";
import { masked } from "./masked.ts";
import { NOTICES, placeholdersOf } from "./notices.ts";
import { morningAfter } from "./quiet.ts";
import { CHOSEN_NOTICES } from "./notices.ts";
import { defaultRules, isOffered, wants } from "./settings.ts";
import { smsPartsOf } from "./sms-parts.ts";
import { defused, filled, unknownPlaceholders } from "./template.ts";

test.each([
  ["Rita Ray", "Rita Ray"],
  ["Dr. J. Müller-Lüdenscheidt", "Dr. J. Müller-Lüdenscheidt"],
  ["https://evil.example/pay", "evil example pay"],
  ["Click evil.example now", "Click evil example now"],
  ["<a href='x'>you</a>", "a href 'x'>you a".replaceAll(">", "")],
  ["pay\r\nBcc: all@evil.example", "pay Bcc: all evil example"],
  ["call +49 170 1234567", "call +…"],
  ["call 030_654*401–77", "call …"],
  ["اتصل ٠٣٠ ٦٥٤٤٠١", "اتصل …"],
  ["\u202Egpj.exe", "gpj exe"],
  ["مريم علي", "مريم علي"],
  ["ｅｖｉｌ．ｃｏｍ", "evil com"],
])("what a stranger typed, %j, is put into a notice as %j", (typed, shown) => {
  expect(defused(typed)).toBe(shown);
});

test("no text that anybody types leaves a link, a mail address, markup or a number to call", () => {
  const pieces = fc.constantFrom(
    "http://",
    "www.",
    "evil",
    ".",
    "com",
    "/",
    "@",
    "<b>",
    "+49",
    "1234",
    "٠٣٠",
    "_",
    "–",
    " ",
    "\n",
    "tel:",
    "é",
    "．",
  );
  const typed = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.array(pieces, { maxLength: 12 }).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const shown = defused(text);
      expect(shown).not.toMatch(/[<>@\n]|:\/\/|\S\.\S|(?<!\p{L})www(?!\p{L})|(\p{Nd}[^\p{L}\p{Nd}]*){6}/iu);
      expect(Array.from(shown).length).toBeLessThanOrEqual(40);
    }),
    { seed: testSeed(), numRuns: 5_000 },
  );
});

test("a template is filled once: braces in a value stay what they are not", () => {
  expect(filled("Hello {recipient}, {unknown}.", { recipient: "{link}" })).toBe("Hello {link}, .");
  expect(unknownPlaceholders("booked", "{carrier} {window} {interval} {}")).toEqual(["{interval}", "{}"]);
  expect(unknownPlaceholders("booked", "{carrier, {{link}} and }")).toEqual(["{carrier", "{", "}", "}"]);
  for (const notice of NOTICES)
    expect(
      unknownPlaceholders(
        notice,
        placeholdersOf(notice)
          .map((name) => `{${name}}`)
          .join(""),
      ),
    ).toEqual([]);
});

test("text messages are counted in the parts that they are charged in", () => {
  expect(smsPartsOf("a".repeat(160))).toEqual({ parts: 1, length: 160, room: 160, alphabet: "gsm" });
  expect(smsPartsOf("a".repeat(161))).toEqual({ parts: 2, length: 161, room: 306, alphabet: "gsm" });
  expect(smsPartsOf("€".repeat(80))).toMatchObject({ parts: 1, length: 160 });
  expect(smsPartsOf("ش".repeat(70))).toEqual({ parts: 1, length: 70, room: 70, alphabet: "unicode" });
  expect(smsPartsOf("ش".repeat(71))).toMatchObject({ parts: 2, room: 134 });
  expect(smsPartsOf("–")).toMatchObject({ alphabet: "unicode" });
});

test("quiet hours are those of the area's clock, across midnight and the night of the clocks", () => {
  const night = { from: "22:00", to: "07:00" };
  const zone = "Europe/Berlin";
  const at = (text: string) => morningAfter(Date.parse(text), night, zone);
  expect(at("2026-06-17T19:59:00Z")).toBeNull();
  expect(at("2026-06-17T20:00:00Z")).toBe(Date.parse("2026-06-18T05:00:00Z"));
  expect(at("2026-06-18T04:59:00Z")).toBe(Date.parse("2026-06-18T05:00:00Z"));
  expect(at("2026-06-18T05:00:00Z")).toBeNull();
  expect(at("2026-10-24T21:00:00Z")).toBe(Date.parse("2026-10-25T06:00:00Z"));
  expect(morningAfter(Date.parse("2026-06-17T11:00:00Z"), { from: "12:00", to: "14:00" }, zone)).toBe(
    Date.parse("2026-06-17T12:00:00Z"),
  );
  expect(morningAfter(0, null, zone)).toBeNull();
});

test("a guest is told whatever a sender is told, and only a demo sends text messages by itself", () => {
  for (const isDemo of [true, false]) {
    const rules = defaultRules(isDemo);
    for (const notice of CHOSEN_NOTICES) {
      const { guest, sender } = rules.tells[notice];
      expect(guest).toEqual(sender.filter((way) => way !== "push"));
      expect(wants(rules, "recipient", "sms")(notice)).toBe(isDemo);
    }
  }
  expect(isOffered("booked", "guest", "mail")).toBe(false);
});

test("an address in the log is known only to whoever knows it", () => {
  expect(masked("sms", "+4930123456")).toBe("+49…56");
  expect(masked("mail", "rita@example.org")).toBe("r…@example.org");
});
