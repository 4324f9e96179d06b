import { MINUTE_MS } from "#kernel/instant.ts";
import type { Server } from "../server.ts";
import type { World } from "../world.ts";

/** The office, which decides about halves that stayed alone and about parcels of cancelled deliveries, or does not. */
export function startDeciding(world: World, server: Server): void {
  const { dice } = world;
  const look = async (): Promise<void> => {
    if (world.now() > world.faultsEnd) return;
    world.after(dice.between(10, 40) * MINUTE_MS, () => void look());
    if (server.isDown) return;
    await server.tellAlone();
    await server.refresh();
    const told = aloneIn(server).filter(({ isTold }) => isTold);
    if (told.length > 0 && dice.chance(0.2)) await server.decideAlone(dice.pick(told), dice.chance(0.5));
    for (const one of server.data.inHand.values())
      if (one.endedAs === null && one.bringTo === null && dice.chance(0.7))
        await server.tellInHand(one, dice.pick(["sender", "hub"]));
  };
  world.after(dice.between(10, 40) * MINUTE_MS, () => void look());
}

/** The office is told of every half that stayed alone, and decides. */
export async function decideAll(world: World, server: Server): Promise<void> {
  await server.tellAlone();
  await server.refresh();
  for (const half of aloneIn(server)) await server.decideAlone(half, world.dice.chance(0.5));
}

/** Halves that wait for the other one, and about which nobody at the office has decided. */
export const aloneIn = (server: Server) =>
  [...server.data.halves.values()].filter((half) => !half.isJoined && !half.isDecided);
