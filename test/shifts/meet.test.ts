import { expect, test } from "vitest";
import { playShift } from "./run.ts";
import { makeServer } from "./server.ts";
import { makeTruth } from "./truth.ts";
import { makeWorld } from "./world.ts";

test("nobody taps once the shift is over", async () => {
  for (const seed of [258, 269, 297, 299]) {
    const world = makeWorld(seed, [], 1);
    const truth = makeTruth();
    await playShift(seed, {
      world,
      truth,
      server: makeServer(world, truth),
      draw: (id) => new TextEncoder().encode(id),
    });
    const late = [...truth.taps.values()].filter(({ at }) => at > world.faultsEnd);
    expect(late.map(({ command }) => `${seed} ${command.type}`)).toEqual([]);
  }
});
