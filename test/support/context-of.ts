import type { Db } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Caller, World } from "./world.ts";

/** Context of a call by somebody, as a handler gets it, for tests that call it without the wire. */
export const contextOf = (world: World, { actor }: Pick<Caller, "actor">, db: Db = world.db): Context => ({
  actor,
  scope: "own",
  db,
  now: world.now,
  requestId: "",
  key: "",
  bookingKey: undefined,
  trackingToken: undefined,
});
