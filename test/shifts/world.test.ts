import { expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { makeWorld, START } from "./world.ts";

test("what was begun before a run is done at its first moment, also where nothing else is due", async () => {
  const world = makeWorld(1, []);
  const seen: number[] = [];
  const begun = Promise.resolve().then(() => seen.push(world.now()));
  await world.runUntil(START + MINUTE_MS, () => undefined);
  await begun;
  expect(seen).toEqual([START]);
});
