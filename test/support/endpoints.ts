import { randomUUID } from "node:crypto";
import type { Endpoint } from "#contract/endpoint.ts";
import { openRooms } from "#main/rooms.ts";
import type { Room } from "#server/room.ts";

/** Every room, bound to nothing: rooms only bind their parts, so what they declare can be read without a database. */
export function unboundRooms(): Room[] {
  const nothing = new Proxy({}, { get: () => () => undefined }) as never;
  const parts = {
    db: nothing,
    hub: nothing,
    clock: () => 0,
    log: nothing,
    orgId: randomUUID(),
    planner: nothing,
  };
  return openRooms({ ...parts, dataFolder: "/nowhere", publicUrl: "http://localhost" }, nothing);
}

/** Every endpoint of every room. */
export const endpointsOfRooms = (): Endpoint[] =>
  unboundRooms().flatMap((room) => room.routes.map((route) => route.endpoint));
