import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { osmPbf } from "#server/geo/osm-write.ts";
import { roadExtract, ROADS_SOURCE } from "#server/geo/road-extract.ts";
import { mapOf, spot } from "#test/support/roads/streets.ts";
import { buildRoads } from "./build-file.ts";
import type { RoadChanges } from "#server/geo/streets.ts";
import { openRoads } from "./open-roads.ts";

const street = { highway: "residential", name: "Kanalstraße" };
const DIRECT = mapOf({ nodes: { A: [0, 0], B: [9, 0] }, ways: [["A B", street]] });
const ROUND = mapOf({
  nodes: { A: [0, 0], B: [9, 0], C: [9, 9], D: [0, 9] },
  ways: [["A D C B", street]],
});

const TWO_WAYS = mapOf({
  nodes: { A: [0, 0], B: [9, 0], C: [9, 2], D: [0, 2], E: [9, 4], F: [0, 4] },
  ways: [
    ["A B", street],
    // Dead ends, to turn round in.
    ["C E", street],
    ["D F", street],
    ["A D C B", street],
  ],
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "waybill-roads-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function mapFolder(name: string, map = DIRECT): Promise<string> {
  const target = path.join(folder, name);
  await mkdir(target, { recursive: true });
  await writeFile(path.join(target, ROADS_SOURCE), osmPbf(roadExtract(map)));
  return target;
}

async function opened(target: string) {
  const said: string[] = [];
  const log = {
    info: (_: object, text: string) => said.push(text),
    warn: (_: object, text: string) => said.push(text),
  };
  const roads = await openRoads(target, log);
  onTestFinished(() => roads.close());
  const metres = async () => (await roads.between(spot(1, 0), spot(8, 0), "car"))?.metres;
  return { roads, said, metres };
}

test("roads are built in a thread with progress, then loaded without building again", async () => {
  const target = await mapFolder("built");
  const profiles: string[] = [];
  await buildRoads(target, (profile) => void profiles.push(profile));
  expect(profiles).toEqual(["car", "bicycle", "foot"]);
  const { mtimeMs } = await stat(path.join(target, "roads.bin"));
  const { metres, said } = await opened(target);
  expect(await metres()).toBe(701);
  expect(said).toEqual(["roads loaded"]);
  expect((await stat(path.join(target, "roads.bin"))).mtimeMs).toBe(mtimeMs);
});

test("missing and damaged roads are built again", async () => {
  const target = await mapFolder("damaged");
  const first = await opened(target);
  expect(await first.metres()).toBeUndefined();
  await first.roads.refresh();
  expect(await first.metres()).toBe(701);
  const file = path.join(target, "roads.bin");
  const whole = await readFile(file);
  await writeFile(file, whole.subarray(0, whole.length - 9));
  const again = await opened(target);
  await again.roads.refresh();
  expect(await again.metres()).toBe(701);
  expect(await readFile(file)).toEqual(whole);
});

test("a closed street is driven round while it is closed, and its end takes it out by itself", async () => {
  const target = await mapFolder("closed", TWO_WAYS);
  await buildRoads(target);
  const { roads, metres, said } = await opened(target);
  expect(await metres()).toBe(701);
  const before = roads.state().version;
  let changes: RoadChanges = { streets: [], learned: {} };
  const closed = { lines: roads.stretch(spot(3, 0), spot(6, 0))?.lines ?? [], slower: null };
  roads.follow(() => Promise.resolve(changes));
  changes = { ...changes, streets: [{ ...closed, profiles: ["car"] }] };
  const taken = roads.refresh();
  expect(await metres()).toBe(701);
  await taken;
  // The places lie on the closed street: cars reach the nearest open one only, the long way round.
  expect(await metres()).toBeGreaterThan(1_200);
  expect((await roads.between(spot(1, 0), spot(8, 0), "bicycle"))?.metres).toBe(701);
  expect((await roads.between(spot(1, 0), spot(8, 0), "car"))?.version).toMatch(/\+/);
  expect(roads.state()).toMatchObject({
    source: "own",
    isChanging: false,
    version: expect.not.stringMatching(`^${before}$`),
  });
  changes = { streets: [], learned: {} };
  await roads.refresh();
  expect(await metres()).toBe(701);
  expect(roads.state().version).toBe(before);
  expect(said).toEqual(["roads loaded", "roads changed", "no street is closed or slow any more"]);
});

test("a damaged file of changed roads is made again", async () => {
  const target = await mapFolder("changed damaged", TWO_WAYS);
  await buildRoads(target);
  const changes: RoadChanges = { streets: [], learned: { car: { side: 2 } } };
  const first = await opened(target);
  const usual = (await first.roads.between(spot(1, 0), spot(8, 0), "car"))?.seconds ?? 0;
  first.roads.follow(() => Promise.resolve(changes));
  await first.roads.refresh();
  await writeFile(path.join(target, "roads-now.bin"), "damaged");
  const again = await opened(target);
  again.roads.follow(() => Promise.resolve(changes));
  await again.roads.refresh();
  expect((await again.roads.between(spot(1, 0), spot(8, 0), "car"))?.seconds).toBeCloseTo(usual * 2, -1);
});

test("another map takes over while the old one serves; a folder without streets has no ways", async () => {
  const target = await mapFolder("swapped");
  const { roads, metres } = await opened(target);
  await roads.refresh();
  await mapFolder("swapped", ROUND);
  const taken = roads.refresh();
  expect(await metres()).toBe(701);
  await taken;
  expect(await metres()).toBeGreaterThan(2_400);
  await rm(path.join(target, ROADS_SOURCE));
  await roads.refresh();
  expect(await metres()).toBeUndefined();
});

test("streets that cannot be read are said once, and leave no ways", async () => {
  const target = await mapFolder("unreadable");
  await writeFile(path.join(target, ROADS_SOURCE), "no map");
  const { roads, metres, said } = await opened(target);
  await roads.refresh();
  await roads.refresh();
  expect(await metres()).toBeUndefined();
  expect(said).toEqual(["roads could not be built"]);
});
