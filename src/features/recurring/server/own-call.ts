import type { PayWay } from "#features/payments/domain/due.ts";
import type { Pricing } from "#features/quotes/server/public.ts";
import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import type { Log } from "#server/http/app.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import type { RuleRecord } from "./rule-record.ts";

/** Parts of the room that its jobs need. */
export interface RoomContext {
  readonly db: Db;
  readonly orgId: string;
  readonly clock: () => Instant;
  readonly log: Log;
  readonly pricing: Pricing;
  readonly ways: readonly PayWay[];
}

export const systemOf = (orgId: string): Actor => ({ kind: "system", orgId, roles: [], name: "Waybill" });

/** A call of our own in the name of whoever changed the rule last: an order says who entered it. */
export function ownCall(room: RoomContext, { changedBy, changedName }: RuleRecord): Context {
  const now = room.clock();
  return {
    actor: { kind: "person", orgId: room.orgId, userId: changedBy, roles: [], name: changedName ?? "" },
    scope: "org",
    db: room.db,
    now,
    requestId: "recurring",
    key: newId(now),
    bookingKey: undefined,
    trackingToken: undefined,
  };
}
