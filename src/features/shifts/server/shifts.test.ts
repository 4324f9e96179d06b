import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { HOUR_MS } from "#kernel/instant.ts";
import { addDays } from "#kernel/local-time.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import { good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { type ShiftTimes, type ShiftWeek, shiftsApi } from "../contract/api.ts";
import { workOf, worksOf } from "./public.ts";

const { world, ada, bo, carla, dmitri } = useWorld({
  people: {
    ada: ["Ada", "org-admin"],
    bo: ["Bo", "dispatcher"],
    carla: ["Carla", "courier"],
    dmitri: ["Dmitri", "courier"],
  },
});
/** A Wednesday, as the world's clock says. */
const TODAY = "2026-06-17";
beforeEach(() => world.run(sql`truncate planned_shift, courier_means, vehicle cascade`));

const idOf = (who: Caller): string => who.actor.courierId ?? "";
const day = (text: string, more: Partial<ShiftTimes> = {}): ShiftTimes => {
  const [from = "", to = ""] = text.split("-");
  return { from, to, breaks: [], vehicleId: null, ...more };
};
const week = async (date?: string): Promise<ShiftWeek> =>
  good(await bo.call(shiftsApi.readShiftWeek, { ...(date !== undefined && { date }) }));
const shiftsOf = async (who: Caller, date?: string) =>
  (await week(date)).couriers.find(({ id }) => id === idOf(who))?.shifts ?? [];

/** Plans one day as somebody does who sees it. */
async function plan(who: Caller, date: string, ...shifts: ShiftTimes[]) {
  const seen = (await shiftsOf(who, date)).filter(
    ({ state, date: own }) => own === date && state !== "asked",
  );
  return bo.call(
    shiftsApi.planShifts,
    {
      cells: [{ courierId: idOf(who), date, shifts, seen: seen.map(({ id, version }) => ({ id, version })) }],
    },
    { key: randomUUID() },
  );
}
const lunch = { earliest: "12:00", latest: "13:00", minutes: 30 };

test("a day names each courier's shifts with their breaks, and what the vehicle carries", async () => {
  good(await plan(carla, TODAY, day("08:00-16:00", { breaks: [lunch] })));
  const { couriers } = good(await bo.call(shiftsApi.readWorkDay, { date: TODAY }));
  expect(couriers).toHaveLength(2);
  expect(couriers.find(({ courierId }) => courierId === idOf(carla))).toEqual({
    courierId: idOf(carla),
    parcels: 40,
    massG: 100_000,
    shifts: [
      {
        start: "2026-06-17T06:00:00.000Z",
        end: "2026-06-17T14:00:00.000Z",
        breaks: [{ earliest: "2026-06-17T10:00:00.000Z", latest: "2026-06-17T11:00:00.000Z", minutes: 30 }],
      },
    ],
  });
  expect(couriers.find(({ courierId }) => courierId === idOf(dmitri))?.shifts).toEqual([]);
});

describe("a week", () => {
  test("shows who works when, in the zone of the area, and what is to be done", async () => {
    await bookMany(world, 2);
    good(await plan(carla, TODAY, day("08:00-16:00", { breaks: [lunch] })));
    const { from, dates, demand, couriers, timezone } = await week();
    expect({ from, last: dates.at(-1), timezone }).toEqual({
      from: "2026-06-15",
      last: "2026-06-21",
      timezone: "Europe/Berlin",
    });
    expect(demand[2]).toBe(2);
    expect(couriers.map(({ name }) => name)).toEqual(["Carla", "Dmitri"]);
    expect(couriers[0]?.shifts).toMatchObject([
      {
        date: TODAY,
        from: "08:00",
        to: "16:00",
        breaks: [lunch],
        start: "2026-06-17T06:00:00.000Z",
        version: 1,
      },
    ]);
  });

  test("is planned cell by cell: changed, split and emptied, and the same again changes nothing", async () => {
    good(await plan(carla, TODAY, day("08:00-16:00")));
    const [first] = await shiftsOf(carla);
    good(await plan(carla, TODAY, day("08:00-16:00")));
    expect(await shiftsOf(carla)).toEqual([first]);
    good(await plan(carla, TODAY, day("08:00-12:00"), day("14:00-18:00")));
    expect(await shiftsOf(carla)).toMatchObject([
      { id: first?.id, to: "12:00", version: 2 },
      { from: "14:00", version: 1 },
    ]);
    good(await plan(carla, TODAY));
    expect(await shiftsOf(carla)).toEqual([]);
  });

  test("refuses a cell that somebody else changed, and then nothing of the call stands", async () => {
    good(await plan(carla, TODAY, day("08:00-16:00")));
    const blind = { courierId: idOf(carla), date: TODAY, shifts: [day("09:00-17:00")], seen: [] };
    const other = { courierId: idOf(dmitri), date: TODAY, shifts: [day("09:00-17:00")], seen: [] };
    const answer = await bo.call(shiftsApi.planShifts, { cells: [other, blind] }, { key: randomUUID() });
    expect(answer).toMatchObject({ status: 409, body: { code: "shifts.changed-meanwhile" } });
    expect(await shiftsOf(dmitri)).toEqual([]);
  });

  test("refuses overlaps and too little rest with who and when", async () => {
    good(await plan(carla, TODAY, day("14:00-22:00")));
    expect(await plan(carla, addDays(TODAY, 1), day("08:00-12:00"))).toMatchObject({
      status: 422,
      body: {
        code: "shifts.rest",
        facts: { courier: "Carla", date: TODAY, next: addDays(TODAY, 1), hours: 10 },
      },
    });
    expect(await plan(carla, TODAY, day("08:00-12:00"), day("11:00-13:00"))).toMatchObject({
      body: { code: "shifts.overlap" },
    });
    expect(await plan(carla, addDays(TODAY, -1), day("22:00-06:00"))).toMatchObject({
      body: { code: "shifts.rest" },
    });
    expect(await shiftsOf(carla)).toHaveLength(1);
  });
});

describe("a wish", () => {
  const ask = (who: Caller, times = day("08:00-12:00"), date = addDays(TODAY, 2)) =>
    who.call(
      shiftsApi.askForShift,
      { date, from: times.from, to: times.to, note: "I could" },
      { key: randomUUID() },
    );
  const answer = (id: string, version: number, isGranted: boolean) =>
    bo.call(shiftsApi.answerWish, { id, version, isGranted }, { key: randomUUID() });

  test("for a shift is no work until dispatch grants it", async () => {
    const wish = good(await ask(carla));
    expect(wish).toMatchObject({ state: "asked", note: "I could", courierId: idOf(carla) });
    const on = (date: string) =>
      world.db.read({ orgId: world.orgId }, (tx) =>
        workOf(tx, { orgId: world.orgId, courierId: idOf(carla) }, date),
      );
    expect((await on(wish.date))?.shifts).toEqual([]);
    expect(good(await answer(wish.id, 1, true))).toMatchObject({ state: "planned", version: 2 });
    expect((await on(wish.date))?.shifts).toHaveLength(1);
    expect((await answer(wish.id, 2, true)).body).toMatchObject({ code: "shifts.no-wish" });
  });

  test("to be freed counts as work until it is granted, and may be taken back", async () => {
    const date = addDays(TODAY, 1);
    good(await plan(carla, date, day("08:00-12:00")));
    const mine = async () => good(await carla.call(shiftsApi.readMyShifts, {})).shifts;
    const [shift] = await mine();
    if (!shift) throw new Error("nothing planned");
    const decline = async (version: number) =>
      good(
        await carla.call(
          shiftsApi.declineShift,
          { id: shift.id, version, note: "Dentist" },
          { key: randomUUID() },
        ),
      );
    await decline(1);
    expect(await shiftsOf(carla)).toMatchObject([{ state: "declined", note: "Dentist" }]);
    good(await carla.call(shiftsApi.withdrawWish, { id: shift.id, version: 2 }, { key: randomUUID() }));
    expect(await mine()).toMatchObject([{ state: "planned", note: null }]);
    await decline(3);
    good(await answer(shift.id, 4, true));
    expect(await shiftsOf(carla)).toEqual([]);
    expect(await mine()).toMatchObject([{ state: "freed" }]);
  });

  test("that cannot be worked is refused at once, and one that was granted meanwhile to another day too", async () => {
    const date = addDays(TODAY, 2);
    good(await plan(carla, date, day("08:00-16:00")));
    expect((await ask(carla, day("15:00-18:00"))).body).toMatchObject({ code: "shifts.overlap" });
    expect((await ask(carla, day("08:00-12:00"), addDays(TODAY, -1))).body).toMatchObject({
      code: "shifts.past",
    });
    const wish = good(await ask(carla, day("08:00-12:00"), addDays(date, 1)));
    good(await plan(carla, date, day("14:00-22:00")));
    expect((await answer(wish.id, 1, true)).body).toMatchObject({ code: "shifts.rest" });
    expect(good(await answer(wish.id, 1, false)).state).toBe("refused");
  });

  test("is one's own alone", async () => {
    const wish = good(await ask(carla));
    const seen = { id: wish.id, version: 1 };
    for (const call of [
      dmitri.call(shiftsApi.withdrawWish, seen, { key: randomUUID() }),
      dmitri.call(shiftsApi.declineShift, { ...seen, note: null }, { key: randomUUID() }),
    ])
      expect((await call).body).toMatchObject({ code: "http.not-found" });
    expect((await carla.call(shiftsApi.answerWish, { ...seen, isGranted: true })).body).toMatchObject({
      code: "accounts.forbidden",
    });
    expect(good(await dmitri.call(shiftsApi.readMyShifts, {})).shifts).toEqual([]);
  });
});

describe("vehicles and skills", () => {
  const van = {
    name: "Van 1",
    class: "van",
    parcels: 80,
    massG: 600_000,
    volumeMl: 3_000_000,
    retired: false,
  } as const;
  const add = (fields: object = {}) =>
    ada.call(shiftsApi.addVehicle, { ...van, ...fields }, { key: randomUUID() });
  const give = (who: Caller, vehicleId: string | null, skills: string[] = [], version = 0) =>
    bo.call(shiftsApi.editMeans, { id: idOf(who), vehicleId, skills, version }, { key: randomUUID() });
  const works = async (date = TODAY) => {
    const all = await world.db.read({ orgId: world.orgId }, (tx) => worksOf(tx, world.orgId, date));
    return [carla, dmitri].map((who) => all.find(({ courierId }) => courierId === idOf(who)));
  };

  test("of a courier are read for a day, and a class carries what it usually does without a vehicle", async () => {
    const { id } = good(await add());
    good(await give(carla, id, ["cold", "stairs", "cold"]));
    good(await plan(carla, TODAY, day("08:00-16:00", { breaks: [lunch] })));
    const [hers, his] = await works();
    expect(hers).toMatchObject({
      vehicle: { name: "Van 1", profile: "car", capacity: { parcels: 80, massG: 600_000 } },
      skills: ["cold", "stairs"],
      shifts: [
        {
          window: { end: Date.UTC(2026, 5, 17, 14) },
          rests: [{ earliest: Date.UTC(2026, 5, 17, 10), latest: Date.UTC(2026, 5, 17, 11), seconds: 1800 }],
          vehicle: { name: "Van 1" },
        },
      ],
    });
    expect(his).toMatchObject({
      vehicle: { name: null, class: "cargo_bike", profile: "bicycle" },
      shifts: [],
    });
  });

  test("are one person's at a time, whether usual or for one shift", async () => {
    const { id } = good(await add());
    good(await give(carla, id));
    good(await plan(carla, TODAY, day("08:00-16:00")));
    expect((await plan(dmitri, TODAY, day("12:00-18:00", { vehicleId: id }))).body).toMatchObject({
      code: "shifts.vehicle-taken",
      facts: { vehicle: "Van 1", courier: "Carla", date: TODAY },
    });
    good(await plan(dmitri, TODAY, day("16:00-20:00", { vehicleId: id })));
  });

  test("of the night before reach into a day", async () => {
    good(await plan(carla, addDays(TODAY, -1), day("22:00-06:00")));
    expect((await works())[0]?.shifts).toHaveLength(1);
    expect((await works(addDays(TODAY, 1)))[0]?.shifts).toEqual([]);
    expect((await works())[0]?.shifts[0]?.window.start).toBe(Date.UTC(2026, 5, 17) - 4 * HOUR_MS);
  });

  test("have names of their own, are retired and not given any more, and are administrators' to change", async () => {
    const one = good(await add());
    expect((await add({ name: "van 1" })).body).toMatchObject({ code: "shifts.name-taken" });
    const edit = { ...one, retired: true };
    expect((await bo.call(shiftsApi.editVehicle, edit, { key: randomUUID() })).status).toBe(403);
    expect(good(await ada.call(shiftsApi.editVehicle, edit, { key: randomUUID() })).version).toBe(2);
    expect((await ada.call(shiftsApi.editVehicle, edit, { key: randomUUID() })).body).toMatchObject({
      code: "shifts.changed-meanwhile",
    });
    expect((await give(carla, one.id)).body).toMatchObject({ code: "shifts.vehicle-unknown" });
    expect((await give(carla, null, [], 7)).body).toMatchObject({ code: "shifts.changed-meanwhile" });
    good(await add({ name: "van 1" }));
  });
});
