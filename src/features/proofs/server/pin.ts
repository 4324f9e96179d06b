import { randomInt } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { proofsApi } from "../contract/api.ts";
import type { DeliveryNeeds, PinCheck } from "../domain/needs.ts";
import { asksForPin } from "../domain/needs.ts";
import { PIN_TRIES, isPin } from "../domain/pin.ts";

/** Gives a delivery that asks for a PIN one; a second call changes nothing. */
export async function givePin(tx: Tx, deliveryId: string, needs: DeliveryNeeds): Promise<void> {
  if (!asksForPin(needs.deliver.succeed)) return;
  const pin = String(randomInt(10_000)).padStart(4, "0");
  await sql`insert into delivery_pin (org_id, delivery_id, pin) values (app_org(), ${deliveryId}, ${pin})
            on conflict do nothing`.execute(tx);
}

/** Takes a PIN away that nothing asks for any more. */
export async function dropPin(tx: Tx, deliveryId: string): Promise<void> {
  await sql`delete from delivery_pin where org_id = app_org() and delivery_id = ${deliveryId}`.execute(tx);
}

/** PIN of a delivery, as a value in a statement of another room; null where it has none. */
export const pinOf = (deliveryId: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`(select p.pin from delivery_pin p where p.org_id = app_org() and p.delivery_id = ${deliveryId})`;

export interface TypedPin {
  readonly deliveryId: string;
  readonly pin: string;
}

/** Compares typed PINs with those of their deliveries, without counting. A delivery without a PIN is not in the map. */
export async function comparePins(
  tx: Tx,
  typed: readonly TypedPin[],
): Promise<ReadonlyMap<string, PinCheck>> {
  if (typed.length === 0) return new Map();
  const given = typed.map(({ deliveryId, pin }) => ({ id: deliveryId, pin }));
  const compared = await rows(
    tx,
    sql<{ id: string; isRight: boolean }>`
      select p.delivery_id as id, p.pin = g.pin as "isRight"
      from jsonb_to_recordset(${json(given)}) as g (id uuid, pin text)
      join delivery_pin p on p.org_id = app_org() and p.delivery_id = g.id`,
  );
  return new Map(compared.map(({ id, isRight }) => [id, isRight ? "right" : "wrong"]));
}

/** Whether the caller may report facts of a delivery, by a later room. */
export type MayReport = (
  tx: Tx,
  who: Pick<Context, "actor" | "scope" | "now">,
  deliveryId: string,
) => Promise<boolean>;

/**
 * Checks a PIN online. A wrong one is counted in a transaction of its own, so that a refusal does not undo the count.
 *
 * @throws Refusal `deliveries.not-found`, `proofs.no-pin`, `proofs.pin-wrong`, `proofs.pin-locked`
 */
export async function checkPin(
  mayReport: MayReport,
  { id, pin }: ParsedOf<typeof proofsApi.checkPin>,
  context: Context,
): Promise<Record<string, never>> {
  const refusal = await context.db.as(context.actor, async (tx) => {
    if (!(await mayReport(tx, context, id))) return new Refusal("deliveries.not-found", { id });
    return tryPin(tx, { deliveryId: id, pin });
  });
  if (refusal) throw refusal;
  return {};
}

/** Counts the try and compares, in one statement: tries at the same time count each. */
async function tryPin(tx: Tx, { deliveryId, pin }: TypedPin): Promise<Refusal | null> {
  const tried = await first(
    tx,
    sql<{ isRight: boolean; wrongTries: number }>`
      update delivery_pin set wrong_tries = wrong_tries + (pin <> ${pin})::int
      where org_id = app_org() and delivery_id = ${deliveryId} and wrong_tries < ${PIN_TRIES}
      returning pin = ${pin} as "isRight", wrong_tries as "wrongTries"`,
  );
  if (!tried) {
    const there = await first(tx, sql<{ pin: string | null }>`select ${pinOf(sql`${deliveryId}`)} as pin`);
    return new Refusal(there?.pin == null ? "proofs.no-pin" : "proofs.pin-locked", { field: "pin" });
  }
  const left = PIN_TRIES - tried.wrongTries;
  if (tried.isRight && isPin(pin)) return null;
  return new Refusal(left > 0 ? "proofs.pin-wrong" : "proofs.pin-locked", { field: "pin", left });
}
