import { sql } from "kysely";
import { type Db, first, rows, type Tx } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import { ownerOf } from "#server/db/organisations.ts";
import { START, type Walk, walkOn } from "../domain/verify.ts";
import { placesAfter } from "./chain.ts";

/** Places that are read at a time. */
const PAGE = 1_000;
/** Entries outside of the chain that are named. */
const MOST_NAMED = 100;

/** Findings about one chain. */
export interface Verified extends Walk {
  readonly orgId: string;
  readonly name: string;
  /** Entries that no link holds and that wait for none: put in past the log, or cut off its end. */
  readonly loose: readonly { readonly id: string; readonly at: string }[];
  readonly unsealed: number;
}

/**
 * Computes every link of every organisation anew.
 *
 * @param wanted a head that was written down before
 */
export async function verifyAll(db: Db, wanted?: string): Promise<Verified[]> {
  const organisations = await db.owner((tx) =>
    rows(
      tx,
      sql<{ id: string; name: string }>`
        select id, name from organization o
        where kind = 'carrier' or exists (select from audit_entry e where e.org_id = o.id)
          or exists (select from audit_seal s where s.org_id = o.id)
        order by created_at, id`,
    ),
  );
  const found: Verified[] = [];
  for (const { id: orgId, name } of organisations) {
    const walk = await walkAll(db, orgId, wanted);
    found.push({ orgId, name, ...walk, ...(await ownerOf(db, orgId, outside)) });
  }
  return found;
}

async function walkAll(db: Db, orgId: string, wanted: string | undefined): Promise<Walk> {
  let walk = START;
  for (;;) {
    const after = walk.count;
    const places = await ownerOf(db, orgId, (tx) => placesAfter(tx, after, PAGE));
    for (const place of places) walk = walkOn(walk, place, sha256, wanted);
    if (places.length < PAGE) return walk;
  }
}

async function outside(tx: Tx): Promise<Pick<Verified, "loose" | "unsealed">> {
  const loose = await rows(
    tx,
    sql<{ id: string; at: string }>`
      select e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from audit_entry e
      where e.org_id = app_org()
        and not exists (select from audit_seal s where s.org_id = e.org_id and s.entry_id = e.id)
        and not exists (select from audit_unsealed u where u.org_id = e.org_id and u.entry_id = e.id)
      order by e.at, e.id limit ${MOST_NAMED}`,
  );
  const waiting = await first(
    tx,
    sql<{ n: number }>`select count(*)::int as n from audit_unsealed where org_id = app_org()`,
  );
  return { loose, unsealed: waiting?.n ?? 0 };
}

/** Tells whether it is as it was sealed. */
export const isWhole = ({ faults, loose }: Pick<Verified, "faults" | "loose">): boolean =>
  faults.length === 0 && loose.length === 0;
