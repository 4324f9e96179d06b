import type { ParsedOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce } from "#server/db/commands.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Seller, sellerApi } from "../contract/seller.ts";
import { readSeller, saveSeller } from "./seller-row.ts";

export const showSeller = ({ db, actor }: Context): Promise<Seller> => db.as(actor, shown);

/**
 * Changes the seller. Receipts that were issued keep what they say.
 *
 * @throws Refusal `payments.seller-changed` where it was changed since it was read
 */
export const changeSeller = (
  input: ParsedOf<typeof sellerApi.changeSeller>,
  { db, actor, now, key }: Context,
): Promise<Seller> =>
  db.as(actor, async (tx) => {
    const isFresh = await acceptOnce(tx, actor, now, {
      commandId: key,
      type: "changeSeller",
      aggregateId: actor.orgId,
      body: input,
      occurredAt: now,
    });
    const byName = actor.name ?? null;
    if (isFresh && !(await saveSeller(tx, now, { details: input.details, after: input.version, byName })))
      throw new Refusal("payments.seller-changed");
    return shown(tx);
  });

async function shown(tx: Tx): Promise<Seller> {
  const row = await readSeller(tx);
  if (!row) return { version: 0, details: null, changedAt: null, changedBy: null };
  const { version, changedAt, changedByName, ...details } = row;
  return { version, details, changedAt: toIso(changedAt), changedBy: changedByName };
}
