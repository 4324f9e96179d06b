import type { ParsedOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce } from "#server/db/commands.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Seller, sellerApi } from "../../contract/seller.ts";
import { addSeller, readSeller } from "./seller-row.ts";

/** Who receipts say sells, for the office. */
export const showSeller = ({ db, actor }: Context): Promise<Seller> => db.as(actor, shown);

/**
 * Writes the next version. Receipts that were issued keep the one that they bear.
 *
 * @throws Refusal `payments.seller-changed` where another version is in force than the one that was read
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
    const by = { id: actor.userId ?? null, name: actor.name ?? null };
    if (isFresh && !(await addSeller(tx, now, { details: input.details, after: input.version, by })))
      throw new Refusal("payments.seller-changed");
    return shown(tx);
  });

async function shown(tx: Tx): Promise<Seller> {
  const row = await readSeller(tx);
  if (!row) return { version: 0, details: null, changedAt: null, changedBy: null };
  const { version, changedAt, changedByName, ...details } = row;
  return { version, details, changedAt: toIso(changedAt), changedBy: changedByName };
}
