import { describe, expect, test } from "vitest";
import { formats } from "./format.ts";
import { LOCALES } from "#kernel/locale.ts";

const NOON = Date.UTC(2026, 10, 21, 11, 0);
/** Intl puts no-break and narrow spaces; people read spaces. */
const plain = (text: string) =>
  text.replaceAll(/[\u00a0\u202f\u2009]/g, " ").replaceAll(/[\u200e\u200f\u061c]/g, "");

describe("formats", () => {
  test("money shows the digits of ISO 4217, whatever the engine believes", () => {
    const { money } = formats("en");
    expect(plain(money({ minor: 1119, currency: "EUR" }))).toBe("€11.19");
    expect(plain(money({ minor: 1500, currency: "JPY" }))).toBe("¥1,500");
    expect(plain(money({ minor: 1234, currency: "HUF" }))).toBe("HUF 12.34");
    expect(plain(money({ minor: 1234, currency: "KWD" }))).toBe("KWD 1.234");
    expect(plain(formats("de").money({ minor: -5, currency: "EUR" }))).toBe("-0,05 €");
  });

  test("times are those of the area's zone", () => {
    expect(plain(formats("en").time(NOON, "Europe/Berlin"))).toBe("12:00 PM");
    expect(plain(formats("de").hours({ start: NOON, end: NOON + 7_200_000 }, "Europe/Berlin"))).toBe(
      "12:00 – 14:00 Uhr",
    );
    expect(plain(formats("de").dateTime(new Date(NOON).toISOString(), "America/New_York"))).toContain(
      "06:00",
    );
  });

  test("one clock stands in every time, in windows and alone", () => {
    const early = Date.UTC(2026, 10, 23, 5, 9);
    const en = formats("en");
    expect(plain(en.time(early, "UTC"))).toBe("5:09 AM");
    expect(plain(en.dateTime(early, "UTC"))).toBe("Mon, Nov 23, 5:09 AM");
    expect(plain(formats("ar").time(early, "UTC"))).toMatch(/^5:09/);
    expect(plain(formats("de").time(early, "UTC"))).toBe("05:09");
    expect(["18:00", "24:00"].map((time) => plain(en.clock(time)))).toEqual(["6:00 PM", "12:00 AM"]);
    expect(["18:00", "24:00"].map((time) => plain(formats("de").clock(time)))).toEqual(["18:00", "24:00"]);
  });

  test("what is over is never said to come, however much two clocks differ", () => {
    const { ago } = formats("en");
    expect(ago(NOON, NOON + 120_000)).toBe("2 minutes ago");
    expect(ago(NOON + 3_600_000, NOON)).toBe("now");
  });

  test("distances are read in metres near by and kilometres far off", () => {
    const { distance, mass, duration } = formats("en");
    expect(plain(distance(848))).toBe("850 m");
    expect(plain(distance(996))).toBe("1 km");
    expect(plain(distance(4_120))).toBe("4.1 km");
    expect(plain(distance(14_600))).toBe("15 km");
    expect(plain(mass(2_500))).toBe("2.5 kg");
    expect(plain(duration(3_900))).toBe("1 hr 5 min");
    expect(plain(duration(20))).toBe("1 min");
  });

  test.each(LOCALES)("%s breaks no line between a number and its unit", (locale) => {
    const { distance, mass, duration } = formats(locale);
    for (const text of [
      distance(850),
      distance(4_120),
      mass(750),
      mass(2_500),
      duration(720),
      duration(7_200),
    ])
      expect(text).not.toContain(" ");
    expect(duration(3_900).split(" ")).toHaveLength(2);
  });

  test.each(LOCALES)("%s breaks no line between a time and the word behind it", (locale) => {
    const { clock, dateTime, hours, time, window } = formats(locale);
    const lasts = (minutes: number) => ({ start: NOON, end: NOON + minutes * 60_000 });
    for (const text of [
      time(NOON, "UTC"),
      clock("18:00"),
      dateTime(NOON, "UTC"),
      ...[60, 120, 840, 2_000].flatMap((minutes) => [
        hours(lasts(minutes), "UTC"),
        window(lasts(minutes), "UTC"),
      ]),
    ])
      expect(text).not.toMatch(/:\d\d[\u200e\u200f\u061c]?[ \u2009]/);
  });

  test.each(LOCALES)("%s writes one dash in every range", (locale) => {
    const { hours } = formats(locale);
    for (const minutes of [60, 120, 840, 2_000])
      expect(hours({ start: NOON, end: NOON + minutes * 60_000 }, "UTC").match(/.–./u)?.[0]).toBe("\u00a0– ");
  });

  test("how long ago is told in the largest unit that fits", () => {
    expect(formats("en").relative(NOON - 7_300_000, NOON)).toBe("2 hours ago");
    expect(formats("en").relative(NOON + 300_000, NOON)).toBe("in 5 minutes");
  });

  test("Arabic keeps the digits of prices and house numbers", () => {
    expect(formats("ar").number(1234)).toMatch(/[0-9]/);
    expect(formats("ar").money({ minor: 1119, currency: "EUR" })).toMatch(/11[.,٫]19/);
  });

  test.each(LOCALES)("%s formats everything", (locale) => {
    const f = formats(locale);
    for (const text of [
      f.percent(0.19),
      f.day(NOON, "UTC"),
      f.date(NOON, "UTC"),
      f.window({ start: NOON, end: NOON + 1 }, "UTC"),
      f.list(["a", "b"]),
    ]) {
      expect(text.length).toBeGreaterThan(1);
    }
  });
});

describe("a window past midnight, or at twelve, leaves nothing to guess", () => {
  const from = (text: string, minutes: number) => {
    const start = Date.parse(text);
    return { start, end: start + minutes * 60_000 };
  };
  const late = from("2026-11-23T23:35:00Z", 45);
  const early = from("2026-11-24T00:35:00Z", 45);
  test.each([
    ["en", late, "11:35 PM – Tue 12:20 AM", "Mon, Nov 23, 11:35 PM – Tue 12:20 AM"],
    ["en-GB", late, "23:35 – Tue 00:20", "Mon 23 Nov, 23:35 – Tue 00:20"],
    ["de", late, "23:35 – Di., 00:20", "Mo., 23. Nov., 23:35 – Di., 00:20"],
    ["en", early, "12:35 AM – 1:20 AM", "Tue, Nov 24, 12:35 AM – 1:20 AM"],
    ["en-GB", early, "00:35 – 01:20", "Tue 24 Nov, 00:35 – 01:20"],
    ["en-GB", from("2026-11-23T22:00:00Z", 120), "22:00 – 00:00", "Mon 23 Nov, 22:00 – 00:00"],
  ] as const)("%s: %o", (locale, window, hours, whole) => {
    const f = formats(locale);
    expect([plain(f.hours(window, "UTC")), plain(f.window(window, "UTC"))]).toEqual([hours, whole]);
  });
});
