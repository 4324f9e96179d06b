import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SERVICE_LEVELS } from "#features/quotes/domain/service-levels.ts";
import { HOUR_MS, fromIso } from "#kernel/instant.ts";
import { addDays, instantAt, weekdayOf } from "#kernel/local-time.ts";
import { changesBetween, rebased } from "./plan-changes.ts";
import {
  type Move,
  type Slot,
  type SlotDay,
  type SlotPlan,
  type SlotRow,
  type Taken,
  checkPlan,
  countIn,
  inOrder,
  roomOf,
  rowsOn,
  withoutPlace,
} from "./plan.ts";

const BERLIN = "Europe/Berlin";
const SEED = Number(process.env["WAYBILL_SEED"] ?? 20_261_128);
/** A Wednesday. */
const DATE = "2026-12-02";
const row = (changes: Partial<SlotRow> = {}): SlotRow => ({
  id: "morning",
  level: null,
  from: "08:00",
  until: "12:00",
  places: [null, null, 2, null, null, null, null],
  ...changes,
});
const day = (changes: Partial<SlotDay> = {}): SlotDay => ({
  date: DATE,
  closed: false,
  reason: "",
  places: {},
  ...changes,
});
const at = (time: string, level: Slot["level"] = "scheduled", date = DATE): Slot => ({
  level,
  start: instantAt(date, time, BERLIN),
});
const taken = (slot: Slot, count = 1): Taken => ({ ...slot, count });
const plan = (rows: SlotRow[], days: SlotDay[] = []): SlotPlan => ({ rows, days });
const room = (of: SlotPlan, slot: Slot, others: Taken[] = []) => roomOf(of, slot, others, BERLIN);

describe("the room of a window", () => {
  test("is open where nothing says anything about it: another weekday, another time, the end of a row", () => {
    const of = plan([row()]);
    for (const slot of [at("12:00"), at("07:59"), at("09:00", "scheduled", addDays(DATE, 1))])
      expect(room(of, slot)).toEqual({ kind: "open" });
    expect(room(of, at("08:00"))).toEqual({ kind: "limited", left: 2 });
  });

  test("is what the fullest of its rows has left, of all levels or of its own", () => {
    const own = row({ id: "own", level: "scheduled", places: [null, null, 5, null, null, null, null] });
    const of = plan([row(), own]);
    const others = [taken(at("09:00", "same_day")), taken(at("10:00"), 4)];
    expect(room(of, at("11:00"), others)).toEqual({ kind: "limited", left: 0 });
    expect(room(plan([own]), at("11:00"), others)).toEqual({ kind: "limited", left: 1 });
    expect(room(plan([own]), at("11:00", "same_day"), others)).toEqual({ kind: "open" });
  });

  test("follows a day that differs: closed with its reason, other places, or none of the weekly limits", () => {
    expect(room(plan([], [day({ closed: true, reason: "Public holiday" })]), at("09:00"))).toEqual({
      kind: "closed",
      reason: "Public holiday",
    });
    const other = (places: number | null) => plan([row()], [day({ places: { morning: places } })]);
    expect(room(other(7), at("09:00"))).toEqual({ kind: "limited", left: 7 });
    expect(room(other(null), at("09:00"))).toEqual({ kind: "open" });
    expect(room(other(0), at("09:00"))).toEqual({ kind: "limited", left: 0 });
  });

  test("goes by the wall clock, also on the days on which the clocks change", () => {
    for (const date of ["2026-03-29", "2026-10-25"]) {
      const all = plan([row({ places: [1, 1, 1, 1, 1, 1, 1], from: "00:00", until: "24:00" })]);
      const [one] = rowsOn(all, date, BERLIN);
      const hours = ((one?.end ?? 0) - (one?.start ?? 0)) / HOUR_MS;
      expect(hours).toBe(date === "2026-03-29" ? 23 : 25);
      expect(room(all, at("23:59", "scheduled", date))).toEqual({ kind: "limited", left: 1 });
    }
  });
});

describe("moves", () => {
  const of = plan([row()]);
  const no = (moves: Move[], others: Taken[] = []) =>
    withoutPlace(of, moves, others, BERLIN).map(({ why }) => why);

  test("are refused beyond the places, each for itself and all together", () => {
    expect(no([{ to: at("09:00") }], [taken(at("10:00"))])).toEqual([]);
    expect(no([{ to: at("09:00") }], [taken(at("10:00"), 2)])).toEqual(["full"]);
    expect(no([{ to: at("09:00") }, { to: at("10:00") }, { to: at("11:00") }])).toEqual([
      "full",
      "full",
      "full",
    ]);
  });

  test("within a row take nothing from it, even where it has more than its places", () => {
    expect(no([{ from: at("09:00"), to: at("11:00") }], [taken(at("10:00"), 5)])).toEqual([]);
    expect(no([{ from: at("13:00"), to: at("11:00") }], [taken(at("10:00"), 5)])).toEqual(["full"]);
  });

  test("to a closed day are refused, and those within it are not", () => {
    const closed = plan([], [day({ closed: true, reason: "Strike" })]);
    const refused = (move: Move) => withoutPlace(closed, [move], [], BERLIN);
    expect(refused({ to: at("09:00") })).toMatchObject([{ why: "closed", reason: "Strike" }]);
    expect(refused({ from: at("10:00"), to: at("09:00") })).toEqual([]);
  });

  test("that find a place leave no row of random plans with more than its places", () => {
    const time = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, "0")}:00`);
    const slot = fc.record({ level: fc.constantFrom(...SERVICE_LEVELS), time });
    const rows = fc.array(
      fc.record({
        level: fc.option(fc.constantFrom(...SERVICE_LEVELS)),
        from: time,
        places: fc.integer({ min: 0, max: 3 }),
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(rows, fc.array(slot, { maxLength: 12 }), (made, wanted) => {
        const random = plan(
          made.map(({ level, from, places }, id) =>
            row({ id: String(id), level, from, until: "24:00", places: Array(7).fill(places) }),
          ),
        );
        const booked: Taken[] = [];
        for (const { level, time: clock } of wanted) {
          const to = at(clock, level);
          const isRefused = withoutPlace(random, [{ to }], booked, BERLIN).length > 0;
          const room = roomOf(random, to, booked, BERLIN);
          expect(isRefused).toBe(room.kind === "limited" && room.left === 0);
          if (!isRefused) booked.push(taken(to));
        }
        for (const one of rowsOn(random, DATE, BERLIN))
          expect(countIn(one, booked)).toBeLessThanOrEqual(one.places ?? Infinity);
      }),
      { seed: SEED },
    );
  });
});

describe("a plan", () => {
  test("is refused with each fault at its member", () => {
    const faults = checkPlan(
      plan(
        [row(), row({ id: "late", from: "11:00", until: "13:00" }), row({ id: "back", until: "08:00" })],
        [
          day(),
          day(),
          day({ date: "2026-12-24", closed: true }),
          day({ date: "2026-12-25", places: { x: 1 } }),
        ],
      ),
    );
    expect(faults).toEqual([
      { path: "rows.1.from", code: "covered-twice" },
      { path: "rows.2.until", code: "ends-before-start" },
      { path: "days.1.date", code: "same-date" },
      { path: "days.2.reason", code: "no-reason" },
      { path: "days.3.places", code: "unknown-row" },
    ]);
    expect(checkPlan(plan([row(), row({ id: "own", level: "same_day" })]))).toEqual([]);
  });

  test("names what differs from another, and takes one's own changes on top of those of others", () => {
    const was = plan([row(), row({ id: "noon", from: "12:00", until: "15:00" })], [day()]);
    const mine = plan([row({ until: "11:00" })], [day({ places: { morning: 1, noon: 4 } })]);
    const theirs = plan([...was.rows, row({ id: "night", from: "20:00", until: "22:00" })], []);
    expect(changesBetween(was, mine)).toEqual(["morning", "noon", DATE]);
    const merged = rebased({ was, mine }, theirs);
    expect(merged.rows.map(({ id, until }) => `${id} ${until}`)).toEqual(["night 22:00", "morning 11:00"]);
    expect(merged.days).toEqual([day({ places: { morning: 1 } })]);
    expect(inOrder(merged.rows).map(({ id }) => id)).toEqual(["morning", "night"]);
  });

  test("counts its weekdays from Monday on", () => {
    const week = row({ places: [1, 2, 3, 4, 5, 6, 7] });
    const dates = Array.from({ length: 7 }, (_, n) => addDays("2026-11-30", n));
    expect(dates.map((date) => rowsOn(plan([week]), date, BERLIN)[0]?.places)).toEqual(dates.map(weekdayOf));
    expect(fromIso("2026-11-30T00:00:00Z")).toBeGreaterThan(0);
  });
});
