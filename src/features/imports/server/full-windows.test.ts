import { sql } from "kysely";
import { expect, test } from "vitest";
import { slotsApi } from "#features/slots/contract/api.ts";
import { good } from "#test/support/people/booking.ts";
import { checkedImport, csvOf, goodRow, rowsOf, settledImport } from "#test/support/people/import-file.ts";
import { openTown } from "#test/support/people/open-town.ts";
import { useWorld } from "#test/support/use-world.ts";
import { importsApi } from "../contract/api.ts";

const { world, dora, ada } = useWorld({
  runJobs: "queued",
  eachTestAtTen: true,
  payWays: ["cash-collection", "cash-delivery", "invoice"],
  people: { dora: ["Dora", "dispatcher"], ada: ["Ada", "org-admin"] },
});

const THURSDAY = "2026-06-18";

/** Sells so many places of each day, and none on dates that are closed. */
async function sell(places: number | null, closed: readonly string[] = []): Promise<void> {
  const { version } = good(await ada.call(slotsApi.readSlots, {}));
  const row = { id: "all", level: null, from: "00:00", until: "24:00" };
  const days = closed.map((date) => ({ date, closed: true, reason: "Town festival", places: {} }));
  const rows = [{ ...row, places: Array.from({ length: 7 }, () => places) }];
  good(await ada.call(slotsApi.editSlots, { version, rows, days }));
}
const count = async (from: "delivery" | "overbooking") =>
  (await world.one(sql<{ n: number }>`select count(*)::int as n from ${sql.table(from)}`))?.n;

test("a file brings in as many as there are places, and its other rows say why, until there is room", async () => {
  const houses = await openTown(world);
  const check = (...nth: number[]) => checkedImport(world, dora, csvOf(nth.map((n) => goodRow(n, houses))));
  const { id, counts } = await check(1, 2, 3);
  expect(counts).toMatchObject({ ready: 3, faulty: 0 });
  await sell(2);
  good(await dora.call(importsApi.confirmImport, { id }));
  const { counts: after } = await settledImport(world, dora, id);
  expect(after).toMatchObject({ imported: 2, faulty: 1 });
  const [left] = await rowsOf(dora, id, "faulty");
  expect(left?.faults).toMatchObject([{ code: "full" }]);
  expect([await count("delivery"), await count("overbooking")]).toEqual([2, 0]);

  const faultOf = async (nth: number) => {
    const one = await check(nth);
    good(await dora.call(importsApi.confirmImport, { id: one.id }));
    await settledImport(world, dora, one.id);
    return (await rowsOf(dora, one.id))[0]?.faults[0]?.code;
  };
  expect(await faultOf(4)).toBe("full");
  await sell(null, [THURSDAY]);
  expect(await faultOf(5)).toBe("closed");
  await sell(3);
  // Rows are entered in no order; the header is row 1.
  const { id: later } = await check((left?.no ?? 0) - 1);
  good(await dora.call(importsApi.confirmImport, { id: later }));
  expect((await settledImport(world, dora, later)).counts).toMatchObject({ imported: 1 });
  expect([await count("delivery"), await count("overbooking")]).toEqual([3, 0]);
});
