import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { first, type Tx } from "#server/db/db.ts";
import type { SellerDetails } from "../contract/seller.ts";

export interface SellerRow extends SellerDetails {
  readonly version: number;
  readonly changedAt: Instant;
  /** null where Waybill wrote it itself. */
  readonly changedByName: string | null;
}

/** The seller; `undefined` before anybody said it. */
export const readSeller = (tx: Tx): Promise<SellerRow | undefined> =>
  first(
    tx,
    sql<SellerRow>`
      select version, name, address, tax_id as "taxId", email, phone, footer, changed_at as "changedAt",
        changed_by_name as "changedByName"
      from seller where org_id = app_org()`,
  );

interface Change {
  readonly details: SellerDetails;
  /** The version that was read; 0 where there was none. */
  readonly after: number;
  readonly byName: string | null;
}

/** @returns false where it was changed since it was read */
export async function saveSeller(tx: Tx, now: Instant, { details, after, byName }: Change): Promise<boolean> {
  const { name, address, taxId, email, phone, footer } = details;
  const values = sql`
    ${after}::int + 1, ${name}, ${address}, ${taxId}, ${email}::text, ${phone}::text, ${footer}::text,
    ${toIso(now)}::timestamptz, ${byName}::text`;
  const columns = sql`version, name, address, tax_id, email, phone, footer, changed_at, changed_by_name`;
  const saved = await first(
    tx,
    after === 0
      ? sql`insert into seller (org_id, ${columns}) values (app_org(), ${values})
            on conflict (org_id) do nothing returning version`
      : sql`update seller set (${columns}) = row (${values})
            where org_id = app_org() and version = ${after} returning version`,
  );
  return saved !== undefined;
}
