import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import { first, json } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { WriteContext } from "#server/db/tx-context.ts";
import type { Faults } from "../domain/faults.ts";

interface Standing {
  readonly version: number;
  readonly faults: Faults;
}

export const readStanding = async (tx: Tx): Promise<Standing> =>
  (await first(tx, sql<Standing>`select version, faults from reason_faults where org_id = app_org()`)) ?? {
    version: 0,
    faults: {},
  };

/** Faults that differ from the usual ones. */
export const readFaults = async (tx: Tx): Promise<Faults> => (await readStanding(tx)).faults;

/** As it stands; whoever would change it too waits for the end of the transaction. */
export async function lockStanding(tx: Tx): Promise<Standing> {
  await sql`select pg_advisory_xact_lock(hashtextextended('reasons ' || app_org(), 0))`.execute(tx);
  return readStanding(tx);
}

export const writeStanding = (
  { tx, now, actor }: WriteContext,
  { version, faults }: Standing,
): Promise<unknown> =>
  sql`insert into reason_faults (org_id, version, faults, changed_at, changed_by)
      values (app_org(), ${version}, ${json(faults)}, ${toIso(now)}, ${actor.userId ?? null})
      on conflict (org_id) do update set version = excluded.version, faults = excluded.faults,
        changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(tx);
