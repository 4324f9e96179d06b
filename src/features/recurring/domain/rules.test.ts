import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, localAt, type LocalDate } from "#kernel/local-time.ts";
import type { OpeningHours } from "#features/places/domain/hours.ts";
import { DEFAULT_LEVELS } from "#features/quotes/domain/service-levels.ts";
import { type Agenda, agendaOf, type KeptDay } from "./agenda.ts";
import { calendarOf } from "./calendar.ts";
import { daysAhead, type Open, placeOf, type Schedule, windowAt } from "./occurrence.ts";
import { daysOf, isDay } from "./pattern.ts";

const BERLIN = "Europe/Berlin";
const always = (opens = "08:00", closes = "20:00"): OpeningHours => ({
  weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens, closes })),
  exceptions: [],
});
const closedOn = (...dates: LocalDate[]): OpeningHours => ({
  ...always(),
  exceptions: dates.map((date) => ({ date, closed: true, opens: null, closes: null, note: "" })),
});
const schedule = (changes: Partial<Schedule> = {}): Schedule => ({
  weekdays: [1, 4],
  everyWeeks: 1,
  from: "2026-01-05",
  until: null,
  serviceLevel: "scheduled",
  time: "10:00",
  aheadDays: 3,
  whenClosed: "skip",
  ...changes,
});

test("every second week counts from the week of the first day, also over the end of a year", () => {
  const rule = schedule({ weekdays: [1], everyWeeks: 2, from: "2026-12-16" });
  expect(daysOf(rule, "2026-12-01", "2027-01-31")).toEqual(["2026-12-28", "2027-01-11", "2027-01-25"]);
});

test("first and last day belong to it", () => {
  const rule = schedule({ weekdays: [1], from: "2026-01-05", until: "2026-01-19" });
  expect(daysOf(rule, "2025-12-01", "2026-03-01")).toEqual(["2026-01-05", "2026-01-12", "2026-01-19"]);
});

test("the window is the one that the time lies in, whatever the hours of the day are", () => {
  const open = (opens: string): Open => ({ hours: always(opens), zone: BERLIN, levels: DEFAULT_LEVELS });
  const at = { date: "2026-01-05", time: "10:00" };
  const begins = (opens: string) => {
    const window = windowAt("scheduled", at, open(opens));
    return window && localAt(window.start, BERLIN).time;
  };
  expect([begins("08:00"), begins("08:30"), begins("10:30")]).toEqual(["10:00", "09:30", undefined]);
});

test.each([
  ["the hour that the clocks skip", "2026-03-29", "02:30", "03:00"],
  ["the hour that they show twice", "2026-10-25", "02:30", "02:00"],
])("%s has one delivery", (_, date, time, begins) => {
  const open: Open = { hours: always("00:00", "24:00"), zone: BERLIN, levels: DEFAULT_LEVELS };
  const rule = schedule({ weekdays: [7], time });
  const place = placeOf(rule, date, open);
  if (place === "closed") throw new Error("it is open");
  expect(localAt(place.window.start, BERLIN)).toMatchObject({ date, time: begins });
});

test("a closed day is left out, or moves to the next open day before the next of its own", () => {
  const open: Open = { hours: closedOn("2026-01-05", "2026-01-06"), zone: BERLIN, levels: DEFAULT_LEVELS };
  expect(placeOf(schedule(), "2026-01-05", open)).toBe("closed");
  expect(placeOf(schedule({ whenClosed: "move" }), "2026-01-05", open)).toMatchObject({ date: "2026-01-07" });
  const close = schedule({ whenClosed: "move", weekdays: [1, 2] });
  expect(placeOf(close, "2026-01-05", open)).toBe("closed");
  const last = schedule({ whenClosed: "move", until: "2026-01-06" });
  expect(placeOf(last, "2026-01-05", open)).toBe("closed");
});

test("a level that is sold for tomorrow is made today, one of today on its day", () => {
  const ahead = (serviceLevel: Schedule["serviceLevel"]) =>
    daysAhead(schedule({ serviceLevel, aheadDays: 5 }), { levels: DEFAULT_LEVELS });
  expect([ahead("scheduled"), ahead("next_day"), ahead("same_day")]).toEqual([5, 1, 0]);
});

test("a day by hand is placed by hand, and made when that is due", () => {
  const open: Open = { hours: always(), zone: BERLIN, levels: DEFAULT_LEVELS };
  const kept: KeptDay[] = [
    { day: "2026-01-05", state: "planned", moved: { date: "2026-01-09", time: "14:00" } },
  ];
  const rule = { ...schedule({ weekdays: [1] }), countedFrom: "2026-01-05" };
  expect(agendaOf(rule, kept, "2026-01-05", open)).toEqual({ due: [], past: [], countedFrom: "2026-01-05" });
  expect(agendaOf(rule, kept, "2026-01-06", open)).toMatchObject({
    due: [{ day: "2026-01-05", place: { date: "2026-01-09" } }],
    countedFrom: "2026-01-05",
  });
  const calendar = calendarOf(
    rule,
    kept.map((one) => ({ ...one, window: null })),
    { first: "2026-01-05", last: "2026-01-12", today: "2026-01-06", isOpen: true },
    open,
  );
  expect(calendar).toMatchObject([
    { day: "2026-01-05", state: "planned", movedBy: "person" },
    { day: "2026-01-12", state: "planned", movedBy: null },
  ]);
});

const START = "2026-03-16";
const LAST = "2026-04-19";
const dates = Array.from({ length: 35 }, (_, n) => addDays(START, n));
const aDate = fc.constantFrom(...dates);
const anyRule = fc.record({
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  everyWeeks: fc.constantFrom(1, 2),
  from: aDate,
  until: fc.option(aDate),
  serviceLevel: fc.constantFrom("scheduled" as const, "next_day" as const, "same_day" as const),
  time: fc.constantFrom("00:30", "02:30", "09:00", "17:45", "23:30"),
  aheadDays: fc.integer({ min: 1, max: 5 }),
  whenClosed: fc.constantFrom("skip" as const, "move" as const),
});
const anyOpen = fc
  .record({
    opens: fc.constantFrom("00:00", "08:00", "09:30"),
    closes: fc.constantFrom("18:00", "24:00"),
    off: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
    closures: fc.uniqueArray(aDate, { maxLength: 8 }),
    // Each changes its clocks within these weeks, or never.
    zone: fc.constantFrom(BERLIN, "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"),
  })
  .map(({ opens, closes, off, closures, zone }): Open => {
    const { weekly } = always(opens, closes);
    const { exceptions } = closedOn(...closures);
    return {
      hours: { weekly: weekly.filter((one) => !off.includes(one.weekday)), exceptions },
      zone,
      levels: DEFAULT_LEVELS,
    };
  });

/** The shop as it runs: days kept, and every order with the day it is for and the date it is on. */
interface Shop {
  countedFrom: LocalDate;
  readonly kept: Map<LocalDate, KeptDay>;
  readonly made: { readonly day: LocalDate; readonly date: LocalDate; readonly on: LocalDate }[];
}

/** One run of the job; `dies` makes it end after so many orders, before the rule is settled. */
function run(shop: Shop, rule: Schedule, today: LocalDate, open: Open, dies = Infinity): Agenda {
  const kept = [...shop.kept.values()];
  const agenda = agendaOf({ ...rule, countedFrom: shop.countedFrom }, kept, today, open);
  for (const { day, place } of agenda.due.slice(0, dies)) {
    shop.made.push({ day, date: place.date, on: today });
    shop.kept.set(day, { day, state: "made", moved: null });
  }
  if (dies < agenda.due.length) return agenda;
  for (const { day, as } of agenda.past)
    shop.kept.set(day, { day, state: as === "closed" ? "closed" : "failed", moved: null });
  shop.countedFrom = agenda.countedFrom;
  return agenda;
}
const shopOf = (rule: Schedule): Shop => ({
  countedFrom: rule.from > START ? rule.from : START,
  kept: new Map(),
  made: [],
});

test("each day is made once, none on an excluded day, however often the job runs, dies or is asleep", () => {
  const runs = fc.array(
    fc.record({ times: fc.integer({ min: 0, max: 3 }), dies: fc.integer({ min: 0, max: 2 }) }),
    {
      minLength: 35,
      maxLength: 35,
    },
  );
  fc.assert(
    fc.property(anyRule, anyOpen, runs, fc.uniqueArray(aDate), (rule, open, asked, skipped) => {
      const shop = shopOf(rule);
      for (const day of skipped) shop.kept.set(day, { day, state: "skipped", moved: null });
      dates.forEach((today, nth) => {
        const { times = 0, dies } = asked[nth] ?? {};
        for (let n = 0; n < times; n += 1) run(shop, rule, today, open, n === 0 ? dies : Infinity);
      });
      run(shop, rule, addDays(LAST, 1), open);
      const days = shop.made.map(({ day }) => day);
      expect(new Set(days).size).toBe(days.length);
      expect(new Set(shop.made.map(({ date }) => date)).size).toBe(days.length);
      for (const { day, date, on } of shop.made) {
        expect(isDay(rule, day) && !skipped.includes(day)).toBe(true);
        expect(placeOf(rule, day, open)).toMatchObject({ date });
        expect(on <= date && date <= addDays(on, daysAhead(rule, open))).toBe(true);
      }
      // No day is silent: each one of the weeks is made, left out by somebody, closed, or missed.
      for (const day of daysOf(rule, START, LAST))
        expect(shop.kept.has(day) || shop.countedFrom <= day).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test("a server that never sleeps misses nothing that is open", () => {
  fc.assert(
    fc.property(anyRule, anyOpen, (rule, open) => {
      const shop = shopOf(rule);
      for (const today of dates) run(shop, rule, today, open);
      expect([...shop.kept.values()].filter(({ state }) => state === "failed")).toEqual([]);
      for (const day of daysOf(rule, START, addDays(LAST, -8))) {
        const isMade = shop.kept.get(day)?.state === "made";
        expect(isMade).toBe(placeOf(rule, day, open) !== "closed");
      }
    }),
    { numRuns: 400 },
  );
});

test("an edit in between neither doubles a day nor loses one of the new rule", () => {
  fc.assert(
    fc.property(anyRule, anyRule, anyOpen, aDate, (before, after, open, edited) => {
      const shop = shopOf(before);
      for (const today of dates.filter((date) => date < edited)) run(shop, before, today, open);
      shop.countedFrom = after.from > edited ? after.from : edited;
      for (const today of dates.filter((date) => date >= edited)) run(shop, after, today, open);
      const days = shop.made.map(({ day }) => day);
      expect(new Set(days).size).toBe(days.length);
      const due = daysOf(after, edited, addDays(LAST, -8)).filter(
        (day) => placeOf(after, day, open) !== "closed",
      );
      expect(days).toEqual(expect.arrayContaining(due));
    }),
    { numRuns: 400 },
  );
});
