import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { HEADERS } from "#contract/endpoint.ts";
import { type Choice, choicesApi } from "#features/choices/contract/api.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import { recurringApi, type Rule } from "#features/recurring/contract/api.ts";
import { makeLink } from "#features/tracking/server/public.ts";
import { PAY_WAYS } from "#features/payments/domain/due.ts";
import { fromIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { book, codeOf, good } from "#test/support/people/booking.ts";
import { standingRule } from "#test/support/people/standing-order.ts";
import { useWorld } from "#test/support/use-world.ts";
import { type SlotRow, slotsApi } from "../contract/api.ts";

const { world, crew, ada } = useWorld({
  crew: true,
  people: { ada: ["Ada Admin", "org-admin"] },
  eachTestAtTen: true,
  payWays: [...PAY_WAYS],
});

const FRIDAY = "2026-06-19";
const ROW: Omit<SlotRow, "places"> = { id: "all", level: null, from: "00:00", until: "24:00" };
type Days = readonly { readonly date: string; readonly closed: boolean; readonly reason: string }[];

/** Sells so many places of each day, and nothing on days that are closed. */
async function sell(places: number | null, days: Days = []): Promise<void> {
  const { version } = good(await ada.call(slotsApi.readSlots, {}));
  good(
    await ada.call(slotsApi.editSlots, {
      version,
      rows: [{ ...ROW, places: Array.from({ length: 7 }, () => places) }],
      days: days.map((day) => ({ ...day, places: {} })),
    }),
  );
}
const closed = (date: string) => [{ date, closed: true, reason: "Town festival" }];
const orders = async (): Promise<number> =>
  (await world.one(sql<{ n: number }>`select count(*)::int as n from sales_order`))?.n ?? 0;
/** Windows of a date that are promised. */
const promised = async (date: string): Promise<number> =>
  (
    await world.one(sql<{ n: number }>`
      select count(*)::int as n from taken_windows w
      where (w.window_start at time zone 'Europe/Berlin')::date = ${date}::date`)
  )?.n ?? 0;
const overbooked = async (): Promise<number> =>
  (await world.one(sql<{ n: number }>`select count(*)::int as n from overbooking`))?.n ?? 0;

beforeEach(() => sell(null));

describe("a standing order", () => {
  const make = (id: string) =>
    world.server.rooms.find(({ name }) => name === "recurring")?.jobs?.jobs["makeRecurring"]?.({ id });
  const add = async (changes: Partial<Rule> = {}) =>
    good(await crew.bo.call(recurringApi.addRule, { rule: standingRule(changes) }));
  const read = async (id: string) => good(await crew.bo.call(recurringApi.readRule, { id }));

  test("makes nothing where the day is full: it says so, and is made once there is a place", async () => {
    await sell(0);
    const { id } = await add();
    const before = await orders();
    await make(id);
    expect(await read(id)).toMatchObject({
      made: 0,
      failed: [{ day: FRIDAY, reason: { code: "slots.full" } }],
    });
    expect([await orders(), await overbooked()]).toEqual([before, 0]);
    // The desk hears of it, with two ways out.
    const open = good(await crew.bo.call(exceptionsApi.listExceptions, { kind: "day_not_made" })).items;
    const told = await Promise.all(
      open.map(async (one) => good(await crew.bo.call(exceptionsApi.readException, { id: one.id }))),
    );
    expect(told.filter(({ facts }) => facts["ruleId"] === id)).toMatchObject([
      { facts: { code: "slots.full", day: FRIDAY }, resolutions: ["make-again", "skip-day"] },
    ]);
    await sell(1);
    good(await crew.bo.call(recurringApi.planDay, { id, day: FRIDAY, at: null }));
    await make(id);
    expect(await read(id)).toMatchObject({ made: 1, failed: [] });
    // The place is gone for the next one.
    const second = await add();
    await make(second.id);
    expect(await read(second.id)).toMatchObject({ made: 0, failed: [{ reason: { code: "slots.full" } }] });
  });

  test("makes nothing on a day that the office closed, and says why it is closed", async () => {
    await sell(null, closed(FRIDAY));
    const { id } = await add();
    await make(id);
    expect(await read(id)).toMatchObject({
      made: 0,
      failed: [{ day: FRIDAY, reason: { code: "slots.closed", facts: { reason: "Town festival" } } }],
    });
  });
});

describe("a recipient", () => {
  async function linked() {
    const { orgId } = world;
    const delivery = await book(world, crew.sam);
    const { token } = await world.db.as({ orgId }, (tx) =>
      makeLink({ tx, orgId, now: world.now }, delivery.id, { kind: "act" }),
    );
    const headers = { headers: { [HEADERS.trackingToken]: token } };
    const read = async () => good(await world.guest().call(choicesApi.readChoices, {}, headers));
    const choose = async (choice: Choice) =>
      world.guest().call(choicesApi.choose, { version: (await read()).version, choice }, headers);
    return { delivery, read, choose };
  }
  const dateOf = (start: string) => localAt(fromIso(start), "Europe/Berlin").date;

  test("is offered no window without a place, and takes none that was lost meanwhile", async () => {
    const { delivery, read, choose } = await linked();
    const own = dateOf(delivery.window.start);
    const { windows } = await read();
    const other = windows.find(({ start }) => dateOf(start) !== own);
    if (!other) throw new Error("no other day is offered");
    const date = dateOf(other.start);
    await sell(null, closed(date));
    expect((await read()).windows.map(({ start }) => dateOf(start))).not.toContain(date);
    expect(await choose({ kind: "window", window: other })).toMatchObject({ status: 409 });
    await sell(0);
    expect(await choose({ kind: "window", window: other })).toMatchObject({ status: 409 });
    expect(await choose({ kind: "not_in" })).toMatchObject({ status: 409 });
    expect(await overbooked()).toBe(0);
    expect((await crew.read(crew.bo, delivery.id)).window).toEqual(delivery.window);
  });

  test("of several who want the last place one has it, the others are told, and nobody takes two", async () => {
    const links = await Promise.all([linked(), linked(), linked()]);
    const [first] = links;
    const own = dateOf(first?.delivery.window.start ?? "");
    const wanted = (await first?.read())?.windows.findLast(({ start }) => dateOf(start) !== own);
    if (!wanted) throw new Error("no other day is offered");
    const had = await promised(dateOf(wanted.start));
    await sell(had + 1 + links.length);
    const { version, rows } = good(await ada.call(slotsApi.readSlots, {}));
    const days = [{ date: dateOf(wanted.start), closed: false, reason: "", places: { all: had + 1 } }];
    good(await ada.call(slotsApi.editSlots, { version, rows, days }));
    const answers = await Promise.all(links.map(({ choose }) => choose({ kind: "window", window: wanted })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await promised(dateOf(wanted.start))).toBe(had + 1);
    const refused = answers.filter(({ status }) => status === 409).map(codeOf);
    expect(["409 slots.full", "409 choices.not-possible"]).toEqual(expect.arrayContaining(refused));
  });
});
