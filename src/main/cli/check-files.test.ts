import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCrew } from "#test/support/people/crew.ts";
import { type World, openWorld } from "#test/support/world.ts";
import { checkFiles } from "./check-files.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ runJobs: false });
});
afterAll(() => world.close());

const check = (demo = false) => checkFiles(world.db, { id: world.orgId, demo }, world.dataFolder);

test("without files and without anything that needs them there is nothing to say", async () => {
  await expect(check()).resolves.toBeUndefined();
});

test("pictures that are missing are one sentence, and an empty folder goes on without them", async () => {
  const crew = await openCrew(world);
  await crew.keepPhoto(await crew.collected());
  await expect(check()).resolves.toBeUndefined();
  rmSync(join(world.dataFolder, "pictures"), { recursive: true });
  await expect(check()).rejects.toThrow(/pictures with the pictures of proofs is missing: .+ empty folder/);
  mkdirSync(join(world.dataFolder, "pictures"));
  await expect(check()).resolves.toBeUndefined();
});

test("a map that is missing or not whole is one sentence, unless it is the demo's", async () => {
  const map = join(world.dataFolder, "map");
  await world.db.as({ orgId: world.orgId }, (tx) =>
    sql`insert into map_version (org_id, version, loaded_at) values (${world.orgId}, 'v1', now())`.execute(
      tx,
    ),
  );
  await expect(check()).rejects.toThrow(
    /lacks map.pmtiles, places.ndjson, meta.json: .+waybill map import FILE/,
  );
  mkdirSync(map);
  await expect(check()).resolves.toBeUndefined();
  writeFileSync(join(map, "meta.json"), "{}");
  await expect(check()).rejects.toThrow(/lacks map.pmtiles, places.ndjson: /);
  await expect(check(true)).resolves.toBeUndefined();
});
