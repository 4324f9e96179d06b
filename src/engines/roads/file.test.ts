import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mapOf, spot } from "#test/support/roads/streets.ts";
import { buildGraphs } from "./build.ts";
import { readRoads, versionOf, writeRoads } from "./file.ts";
import { PROFILES } from "./profiles.ts";
import { type RoadGraphs, roadsOf } from "./roads.ts";

let folder: string;
let graphs: RoadGraphs;
const version = versionOf(Buffer.from("a map"));
const isVersion = (found: string): boolean => found === version;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "waybill-roads-"));
  const map = mapOf({
    nodes: { A: [0, 0], B: [5, 0], C: [5, 5] },
    ways: [["A B C", { highway: "residential" }]],
  });
  graphs = buildGraphs(map, version);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const written = async (name: string): Promise<string> => {
  const file = path.join(folder, name);
  await writeRoads(file, graphs);
  return file;
};

test("roads answer from their file as they did before", async () => {
  const read = await readRoads(await written("whole"), isVersion);
  if (!read) throw new Error("the file was not taken");
  expect(read.version).toBe(version);
  for (const profile of PROFILES)
    expect(roadsOf(read).route(spot(1, 0), spot(5, 4), profile)).toEqual(
      roadsOf(graphs).route(spot(1, 0), spot(5, 4), profile),
    );
  expect(read).toEqual(graphs);
});

test("a missing, cut or changed file and one of another version are not trusted", async () => {
  const file = await written("damaged");
  const whole = await readFile(file);
  expect(await readRoads(path.join(folder, "missing"), isVersion)).toBeUndefined();
  expect(await readRoads(file, (found) => found === versionOf(Buffer.from("another map")))).toBeUndefined();
  for (const length of [0, 7, 40, whole.length - 1]) {
    await writeFile(file, whole.subarray(0, length));
    expect(await readRoads(file, isVersion)).toBeUndefined();
  }
  for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 60)) {
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await writeFile(file, changed);
    expect(await readRoads(file, isVersion)).toBeUndefined();
  }
  await writeFile(file, whole);
  expect(await readRoads(file, isVersion)).toBeDefined();
});
