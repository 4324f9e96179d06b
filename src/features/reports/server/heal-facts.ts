import { sql } from "kysely";
import { zoneOf } from "#features/quotes/server/public.ts";
import { zonesHeldSince } from "#features/zones/server/public.ts";
import { type Db, rows } from "#server/db/db.ts";
import { countDeliveries } from "./facts.ts";

/** Deliveries that one transaction counts anew. */
const BATCH = 500;
const FIRST = "00000000-0000-0000-0000-000000000000";

/** Heals the facts of organisations. @throws AggregateError at the end, of the deliveries that cannot be counted */
export async function healAll(db: Db, orgIds: readonly string[]): Promise<void> {
  const faults: unknown[] = [];
  for (const orgId of orgIds) faults.push(...(await healFacts(db, orgId)).faults);
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} deliveries cannot be counted`);
}

export interface Healed {
  /** Deliveries that were counted. */
  readonly count: number;
  /** Errors of those that cannot be counted, one each: the others are counted all the same. */
  readonly faults: readonly unknown[];
}

/**
 * Counts the deliveries of an organisation whose facts are missing, older than the delivery, of another time zone, or of
 * zones that were drawn anew since. A zone's other name or colour is no reason: facts hold its code.
 */
export async function healFacts(db: Db, orgId: string): Promise<Healed> {
  const faults: unknown[] = [];
  let count = 0;
  const heldSince = await db.as({ orgId }, zonesHeldSince);
  for (let [after, found]: [string, string[]] = [FIRST, []]; ; after = found.at(-1) ?? after) {
    found = await staleAfter(db, orgId, { after, heldSince });
    const wrong = await countBatch(db, orgId, found);
    faults.push(...wrong);
    count += found.length - wrong.length;
    if (found.length < BATCH) return { count, faults };
  }
}

interface Look {
  /** Id of the last delivery of the batch before. */
  readonly after: string;
  /** Facts of earlier zones are stale. */
  readonly heldSince: number;
}

const staleAfter = (db: Db, orgId: string, { after, heldSince }: Look): Promise<string[]> =>
  db.as({ orgId }, async (tx) => {
    const timezone = await zoneOf(tx, orgId);
    const stale = await rows(
      tx,
      sql<{ id: string }>`
        select d.id from deliveries d
        left join report_delivery r on r.org_id = d.org_id and r.delivery_id = d.id
        where d.org_id = app_org() and d.id > ${after} and (r.version is distinct from d.version
          or r.timezone <> ${timezone} or r.zones_version < ${heldSince})
        order by d.id limit ${BATCH}`,
    );
    return stale.map(({ id }) => id);
  });

/** Counts deliveries together, and one by one where one of them cannot be counted. @returns its error */
async function countBatch(db: Db, orgId: string, ids: readonly string[]): Promise<unknown[]> {
  if (ids.length === 0) return [];
  try {
    await db.as({ orgId }, (tx) => countDeliveries(tx, orgId, ids));
    return [];
  } catch (error) {
    if (ids.length === 1) return [error];
  }
  const faults: unknown[] = [];
  for (const id of ids) faults.push(...(await countBatch(db, orgId, [id])));
  return faults;
}
