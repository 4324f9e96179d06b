import { beforeAll, expect, test } from "vitest";
import { zonesApi } from "#features/zones/contract/api.ts";
import { DAY_MS } from "#kernel/instant.ts";
import { addDays } from "#kernel/local-time.ts";
import { good } from "#test/support/people/booking.ts";
import { DRAWN_ZONES, countByHand, endsOf } from "#test/support/reports/by-hand.ts";
import { type RandomDelivery, randomDays, writeDays } from "#test/support/reports/random-days.ts";
import { useWorld } from "#test/support/use-world.ts";
import { type ReportGroup, reportsApi } from "../contract/api.ts";
import { daysBefore } from "../domain/period.ts";
import { countDeliveries } from "./facts.ts";
import { healFacts } from "./heal-facts.ts";

const opened = useWorld({
  runJobs: false,
  people: {
    ada: ["Ada", "org-admin"],
    bo: ["Bo", "dispatcher"],
    kim: ["Kim", "courier"],
    lee: ["Lee", "courier"],
  },
});
beforeAll(async () => {
  good(await opened.ada.call(zonesApi.editZones, { version: 0, zones: [...DRAWN_ZONES] }));
});

/** First days of the weeks that are looked at, each with the days before in its random days. */
const WEEKS = [
  ["the clocks go forward", "2026-03-27"],
  ["the clocks go back", "2026-10-23"],
  ["a year ends", "2025-12-29"],
  ["nothing is odd", "2026-06-10"],
] as const;

test.each(WEEKS)("a report agrees with counting by hand while %s", async (_what, from) => {
  const { world, bo, kim, lee } = opened;
  const couriers = [kim, lee].map(({ actor }) => actor.courierId ?? "");
  const to = addDays(from, 4);
  const seed = Number(process.env["WAYBILL_SEED"] ?? 1) + Date.parse(from) / DAY_MS;
  const start = Date.parse(`${addDays(from, -6)}T22:00:00Z`);
  const deliveries = randomDays(seed, { from: start, days: 12, couriers, count: 260 });
  await writeDays(world, deliveries);
  // Some one by one, as they happen; the rest is found by looking for what is missing.
  for (const { id } of deliveries.slice(0, 40))
    await world.db.as({ orgId: world.orgId }, (tx) => countDeliveries(tx, world.orgId, [id]));
  expect(await healFacts(world.db, world.orgId)).toEqual({ count: deliveries.length - 40, faults: [] });
  expect(await healFacts(world.db, world.orgId)).toEqual({ count: 0, faults: [] });
  world.now = Date.parse(`${addDays(from, 3)}T12:00:00Z`);

  const { groups } = good(await bo.call(reportsApi.readReport, { from, to }));
  const before = daysBefore({ from, to });
  const ends = endsOf(deliveries);
  const byHand = (by: string, key: string, days: { from: string; to: string }) =>
    countByHand({ deliveries, ends, now: world.now }, { by, key, ...days });
  for (const group of groups) {
    const { by, key } = group;
    const expected = { now: byHand(by, key, { from, to }), before: byHand(by, key, before) };
    expect({ seed, by, key, now: group.now, before: group.before }).toEqual({ seed, by, key, ...expected });
  }
  const ways = new Set(groups.map(({ by }) => by));
  expect([...ways].toSorted()).toEqual(["all", "area", "courier", "day", "hour", "level", "reason", "zone"]);
  const zones = groups.filter(({ by }) => by === "zone").map(({ key }) => key);
  expect(zones.toSorted()).toEqual(["", "hole", "middle", "west"]);
  const [all] = groups.filter(({ by }) => by === "all");
  expect(all?.now.onTime).toBeGreaterThan(5);
  expect(all?.now.missed).toBeGreaterThan(5);
  await behindAgrees(deliveries, { from, to });
});

type Listed = "on_time" | "late" | "missed" | "open" | "promised" | "first_failed";

/** Days and the group of which deliveries are listed. */
interface Listing extends Pick<ReportGroup, "by" | "key"> {
  readonly from: string;
  readonly to: string;
}

/** Ids of the deliveries behind a number, page by page. */
async function listed(behind: Listed, listing: Listing): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const asked = { ...listing, behind, limit: 20, ...(cursor !== undefined && { cursor }) };
    const page = good(await opened.bo.call(reportsApi.listCounted, asked));
    ids.push(...page.items.map(({ id }) => id));
    if (page.next === null) return ids;
    cursor = page.next;
  }
}

/** Every number has as many deliveries behind it as it says, each once. */
async function behindAgrees(deliveries: readonly RandomDelivery[], days: { from: string; to: string }) {
  const { groups } = good(await opened.bo.call(reportsApi.readReport, days));
  const known = new Set(deliveries.map(({ id }) => id));
  for (const { by, key, now } of groups.filter((group) => group.by === "all" || group.by === "zone")) {
    const expected: Record<Listed, number> = {
      on_time: now.onTime,
      late: now.late,
      missed: now.missed,
      open: now.open,
      first_failed: now.firstTries - now.firstKept,
      promised: now.onTime + now.late + now.missed + now.open,
    };
    for (const [behind, count] of Object.entries(expected)) {
      // Safe: the names are those of `expected`.
      const ids = await listed(behind as Listed, { ...days, by, key });
      expect([key, behind, ids.length, new Set(ids).size]).toEqual([key, behind, count, count]);
      expect(ids.filter((id) => !known.has(id))).toEqual([]);
    }
  }
}
