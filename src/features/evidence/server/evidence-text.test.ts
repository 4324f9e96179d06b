import { expect, test } from "vitest";
import { LOCALES } from "#kernel/locale.ts";
import { levelNameIn } from "#features/labels/server/public.ts";
import { NO_NAMES } from "#features/quotes/domain/service-levels.ts";
import { formatsIn } from "#server/formats.ts";
import { tell, wordingIn } from "./evidence-text.ts";

const NO_WORDS = { en: {}, de: {}, es: {}, fr: {}, ar: {} };
const NO_OWN = { reasons: [], own: "en" } as const;
const AT = "2026-06-17T09:05:00.000Z";

test.each(LOCALES)("a time and a mass are never parted at the end of a line (%s)", (locale) => {
  const wording = wordingIn(locale, "UTC", NO_WORDS, { ...NO_OWN, levelName: (code) => code });
  const fact = {
    kind: "booked",
    order: "WB-1004",
    service: "same_day",
    parcels: [{ code: "WB-1", massG: 2500 }],
    at: AT,
  } as const;
  const { lines } = tell({ seq: 1, fact, hash: "" } as never, wording);
  const said = JSON.stringify(lines);
  expect(said).toContain("2.5\u00a0kg");
  expect(said).not.toMatch(/:05:00 \p{L}/u);
  expect(formatsIn(locale).moment(Date.parse(AT), "UTC")).not.toMatch(/:05 /);
});

test("the service that was booked stands there with its name and its code", () => {
  const own = { code: "evening", names: { ...NO_NAMES, en: "Evening round" } };
  const wording = wordingIn("en", "UTC", NO_WORDS, { ...NO_OWN, levelName: levelNameIn([own], "en") });
  const told = (service: string) =>
    tell(
      { seq: 1, fact: { kind: "booked", order: "WB-1", service, parcels: [], at: AT }, hash: "" } as never,
      wording,
    ).lines;
  expect(told("evening")).toContainEqual(["Service level", "Evening round (evening)"]);
  expect(told("same_day")).toContainEqual(["Service level", "Same day (same_day)"]);
  expect(told("taken_away")).toContainEqual(["Service level", "taken_away"]);
});

test("a reason stands there by the company's name, else by the built-in one", () => {
  const dog = { code: "own_dog", names: { ...NO_NAMES, de: "Hund im Hof" } };
  const wording = wordingIn(
    "ar",
    "UTC",
    { ...NO_WORDS, ar: { "reason.closed": "مغلق" } },
    {
      levelName: (code) => code,
      reasons: [dog],
      own: "de",
    },
  );
  const told = (reason: string) =>
    tell(
      {
        seq: 1,
        fact: {
          kind: "event",
          type: "delivery.declined",
          by: "system",
          data: { reason },
          happened: { said: AT, latest: AT, earliest: AT },
          recordedAt: AT,
          outcome: null,
        },
        hash: "",
      } as never,
      wording,
    ).lines.flatMap((line) => (typeof line === "string" ? [] : [line[1]]));
  expect(told("own_dog")).toEqual(["Hund im Hof"]);
  expect(told("closed")).toEqual(["مغلق"]);
});
