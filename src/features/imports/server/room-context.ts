import type { PayWay } from "#features/payments/domain/due.ts";
import type { Pricing } from "#features/quotes/server/public.ts";
import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import type { PhonePlan } from "#kernel/phone.ts";
import type { Db } from "#server/db/db.ts";
import type { Log } from "#server/http/app.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";

/** Parts of the room that its jobs and commands need. */
export interface RoomContext {
  readonly db: Db;
  readonly orgId: string;
  readonly clock: () => Instant;
  readonly log: Log;
  readonly pricing: Pricing;
  readonly ways: readonly PayWay[];
  readonly plan: PhonePlan | undefined;
}

/** A call of our own, as the office makes it: one intent with a key of its own. */
export const ownCall = ({ db, clock }: Pick<RoomContext, "db" | "clock">, actor: Actor): Context => {
  const now = clock();
  return {
    actor,
    scope: "org",
    db,
    now,
    requestId: "import",
    key: newId(now),
    bookingKey: undefined,
    trackingToken: undefined,
  };
};

export const systemOf = (orgId: string): Actor => ({ kind: "system", orgId, roles: [], name: "Waybill" });
