import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { SellerDetails } from "../../contract/seller.ts";

export interface SellerRow extends SellerDetails {
  readonly version: number;
  readonly changedAt: Instant;
  /** null where Waybill wrote it itself. */
  readonly changedByName: string | null;
}

/** Who sells now; `undefined` before anybody said it. */
export const readSeller = (tx: Tx): Promise<SellerRow | undefined> =>
  first(
    tx,
    sql<SellerRow>`
      select version, name, address, tax_id as "taxId", email, phone, footer, changed_at as "changedAt",
        changed_by_name as "changedByName"
      from seller where org_id = app_org() order by version desc limit 1`,
  );

interface NewSeller {
  readonly details: SellerDetails;
  /** The version that this one follows. */
  readonly after: number;
  readonly by: { readonly id: string | null; readonly name: string | null };
}

/** @returns false where another version is in force than the one that this was to follow */
export async function addSeller(tx: Tx, now: Instant, { details, after, by }: NewSeller): Promise<boolean> {
  const { name, address, taxId, email, phone, footer } = details;
  // Of two at once, one finds the other's row in its way.
  const added = await first(
    tx,
    sql`
      insert into seller (org_id, version, name, address, tax_id, email, phone, footer, changed_at, changed_by,
                          changed_by_name)
      select app_org(), ${after}::int + 1, ${name}, ${address}, ${taxId}, ${email}::text, ${phone}::text,
        ${footer}::text, ${toIso(now)}::timestamptz, ${by.id}::uuid, ${by.name}::text
      where ${after}::int = (select coalesce(max(version), 0) from seller where org_id = app_org())
      on conflict (org_id, version) do nothing
      returning version`,
  );
  return added !== undefined;
}
