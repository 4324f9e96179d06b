import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { first, type Tx } from "#server/db/db.ts";
import type { Halt } from "../../contract/findings.ts";
import { isOtherAccount } from "#features/payments/server/public.ts";

interface Row {
  since: Instant;
  code: string | null;
  account: string | null;
  met: string | null;
}

/** Why no calls go out, if none do. */
export async function haltOf(tx: Tx): Promise<Halt | null> {
  const row = await first(
    tx,
    sql<Row>`
      select coalesce(stopped_at, frozen_at) as since, stop_code as code, account, met_account as met
      from payment_gates where org_id = app_org() and coalesce(stopped_at, frozen_at) is not null
      order by stopped_at nulls last limit 1`,
  );
  if (!row) return null;
  return { ...row, why: whyOf(row.code), since: toIso(row.since), code: row.code ?? "" };
}

function whyOf(code: string | null): Halt["why"] {
  if (code === null) return "restored";
  return isOtherAccount(code) ? "other-account" : "refused";
}
