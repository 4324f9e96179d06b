import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { type Zone, zonesApi } from "#features/zones/contract/api.ts";
import { toIso } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { type ReportGroup, reportsApi } from "../contract/api.ts";
import { NO_SUMS, addSums } from "../domain/sums.ts";
import { healFacts } from "./heal-facts.ts";

const opened = useWorld({
  crew: true,
  daysApart: 14,
  runJobs: "queued",
  people: { ada: ["Ada Admin", "org-admin"], fin: ["Fin", "finance"] },
});
beforeEach(async () => {
  await opened.world.run(sql`truncate price_zones`);
  await opened.world.run(sql`update report_delivery set zones_version = 0, zone = ''`);
  await opened.world.run(sql`update report_try set zone = ''`);
});

const zone = (code: string, [west, south]: readonly [number, number], name = code): Zone => {
  const [east, north] = [west + 0.01, south + 0.01];
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { code, name, colour: "green", polygon: { type: "Polygon", coordinates: [ring] } };
};
/** Around the place of delivery (13.42, 52.51), around the pickup (13.4, 52.5), and far from both. */
const NORTH = zone("north", [13.415, 52.505], "Northern bank");
const SOUTH = zone("south", [13.395, 52.495], "Southern bank");
const ELSEWHERE = zone("elsewhere", [13.5, 52.5]);

const save = async (zones: Zone[], version = 0) =>
  good(await opened.ada.call(zonesApi.editZones, { version, zones }));

/** Jobs that gather news are due now, and done. */
async function counted(): Promise<void> {
  await opened.world.run(sql`
    update graphile_worker._private_jobs set run_at = now() where task_id in (
      select id from graphile_worker._private_tasks where identifier in ('reports.count', 'reports.heal-one'))`);
  await opened.world.settled();
}

const today = () => {
  const day = toIso(opened.world.now).slice(0, 10);
  return { from: day, to: day };
};
const report = async () => {
  await counted();
  return good(await opened.crew.bo.call(reportsApi.readReport, today()));
};
const byZone = async () => (await report()).groups.filter(({ by }) => by === "zone");
const keysIn = (groups: readonly ReportGroup[]) =>
  groups
    .filter(({ by }) => by === "zone")
    .map(({ key }) => key)
    .toSorted();
const keys = async () => keysIn((await report()).groups);
const behind = async (key: string, what: "tries" | "stops" | "promised") =>
  good(await opened.crew.bo.call(reportsApi.listCounted, { ...today(), behind: what, by: "zone", key }))
    .items;

describe("a report by the company's own zones", () => {
  test("counts a delivery and its try where it goes, the collection where it comes from, and adds up", async () => {
    await save([NORTH, SOUTH]);
    const { id } = await opened.crew.delivered();
    const { groups, zones } = await report();
    expect(zones).toEqual([NORTH, SOUTH].map(({ code, name, colour }) => ({ code, name, colour })));
    const found = new Map(groups.filter(({ by }) => by === "zone").map(({ key, now }) => [key, now]));
    expect(found.get("north")).toMatchObject({ onTime: 1, tries: 1, stops: 1 });
    expect(found.get("south")).toMatchObject({ onTime: 0, tries: 0, stops: 1 });
    const total = [...found.values()].reduce(addSums, NO_SUMS);
    const all = groups.find(({ by }) => by === "all")?.now;
    expect(total).toEqual({ ...all, dutySeconds: 0 });
    expect(await behind("north", "promised")).toMatchObject([{ id, zone: "north" }]);
    expect(await behind("north", "tries")).toHaveLength(1);
    expect(await behind("south", "stops")).toMatchObject([{ id, zone: "north" }]);
    expect(await behind("south", "promised")).toEqual([]);
  });

  test("has the places outside all zones as a group of their own", async () => {
    await save([ELSEWHERE]);
    await opened.crew.delivered();
    expect(await byZone()).toMatchObject([{ key: "", name: null, now: { onTime: 1, stops: 2 } }]);
    expect(await behind("", "promised")).toHaveLength(1);
    expect(await behind("elsewhere", "promised")).toEqual([]);
  });

  test("divides money, too", async () => {
    await save([NORTH]);
    await opened.crew.delivered();
    await counted();
    const { groups, zones } = good(await opened.fin.call(reportsApi.readMoneyReport, today()));
    const [all, north] = ["all", "zone"].map((by) => groups.filter((group) => group.by === by));
    expect(zones).toMatchObject([{ code: "north", name: "Northern bank" }]);
    expect(north).toMatchObject([{ key: "north", now: { deliveries: 1 } }]);
    expect(north?.map(({ now }) => now)).toEqual(all?.map(({ now }) => now));
  });

  test("counts a failed try in the zone where it failed", async () => {
    const { crew } = opened;
    await save([NORTH, SOUTH]);
    const failed = { reason: "refused", note: null, proofIds: [] };
    good(await crew.step(crew.kim, await crew.collected(), "deliver", "fail", failed));
    const now = (found: readonly ReportGroup[], zoneKey: string) =>
      found.find(({ key }) => key === zoneKey)?.now;
    const found = await byZone();
    expect(now(found, "north")).toMatchObject({ tries: 1, failed: 1, firstKept: 0 });
    expect(now(found, "south")).toMatchObject({ tries: 0, failed: 0, stops: 1 });
  });
});

describe("zones that are drawn", () => {
  test("are counted soon after they were saved, past days included", async () => {
    await opened.crew.delivered();
    expect(await keys()).toEqual([""]);
    await save([NORTH, SOUTH]);
    expect(await keys()).toEqual(["north", "south"]);
    await save([{ ...ELSEWHERE, code: "north" }, SOUTH], 1);
    expect(await keys()).toEqual(["", "south"]);
    await save([SOUTH, { ...NORTH, code: "south-2" }], 2);
    expect(await keys()).toEqual(["south", "south-2"]);
    expect(await healFacts(opened.world.db, opened.world.orgId)).toEqual({ count: 0, faults: [] });
  });

  test("in another order are counted anew where they overlap", async () => {
    await opened.crew.delivered();
    await save([NORTH, { ...NORTH, code: "over", name: "Over" }]);
    expect(await keys()).toEqual(["", "north"]);
    await save([{ ...NORTH, code: "over", name: "Over" }, NORTH], 1);
    expect(await keys()).toEqual(["", "over"]);
  });

  test("with another name or colour are shown so at once, and nothing is counted anew", async () => {
    const { world } = opened;
    await save([NORTH]);
    await opened.crew.delivered();
    await counted();
    await save([{ ...NORTH, name: "Harbour", colour: "pink" }], 1);
    expect(await healFacts(world.db, world.orgId)).toEqual({ count: 0, faults: [] });
    const { zones, groups } = await report();
    expect(zones).toEqual([{ code: "north", name: "Harbour", colour: "pink" }]);
    expect(keysIn(groups)).toEqual(["", "north"]);
    await save([], 2);
    expect(await keys()).toEqual([""]);
  });

  test("no more keep their numbers under their code until they are counted anew", async () => {
    const { world, crew } = opened;
    await save([NORTH]);
    const { id } = await crew.delivered();
    await counted();
    await save([], 1);
    const { zones, groups } = good(await crew.bo.call(reportsApi.readReport, today()));
    expect(zones).toEqual([]);
    expect(keysIn(groups)).toEqual(["", "north"]);
    expect(await behind("north", "promised")).toMatchObject([{ id, zone: "north" }]);
    // The hourly look finds them as well, should the job of the save be lost.
    await world.run(sql`delete from graphile_worker._private_jobs`);
    const healed = await healFacts(world.db, world.orgId);
    expect(healed.count).toBeGreaterThan(0);
    expect(await keys()).toEqual([""]);
  });

  test("by another organisation divide nobody else's numbers", async () => {
    const { world, crew } = opened;
    const other = randomUUID();
    await world.run(sql`
      insert into organization (id, kind, name, currency, timezone, demo, created_at)
      values (${other}, 'carrier', 'Others', 'EUR', 'Europe/Berlin', false, ${toIso(world.now)})`);
    await world.run(sql`
      insert into price_zones (org_id, version, zones, changed_at)
      values (${other}, 1, ${JSON.stringify([NORTH])}::jsonb, ${toIso(world.now)})`);
    await crew.delivered();
    const { zones, groups } = await report();
    expect(zones).toEqual([]);
    expect(keysIn(groups)).toEqual([""]);
    expect(await healFacts(world.db, other)).toEqual({ count: 0, faults: [] });
  });
});
