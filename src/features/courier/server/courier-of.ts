import { sql } from "kysely";
import type { Actor } from "#kernel/actor.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, type Tx } from "#server/db/db.ts";

/** The courier behind a call. @throws Refusal `courier.no-courier` */
export function courierOf(actor: Actor): string {
  if (!actor.courierId) throw new Refusal("courier.no-courier");
  return actor.courierId;
}

/** A person who acts as the courier that they are or were, whatever else they are. */
export type ActingCourier = Actor & { readonly userId: string; readonly courierId: string };

/**
 * The courier that a person is, or was: what they did until their role ended is taken in.
 *
 * @throws Refusal `courier.no-courier`
 */
export async function courierBehind(tx: Tx, actor: Actor): Promise<ActingCourier> {
  const { userId } = actor;
  const courierId = actor.courierId ?? (userId && (await formerCourier(tx, userId)));
  if (!userId || !courierId) throw new Refusal("courier.no-courier");
  return { ...actor, roles: ["courier"], userId, courierId };
}

async function formerCourier(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await first(
    tx,
    sql<{ courierId: string | null }>`
      select courier_id as "courierId" from people where org_id = app_org() and id = ${userId}`,
  );
  return row?.courierId ?? undefined;
}
