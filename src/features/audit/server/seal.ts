import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { type Db, first, json, rows, type Tx } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import { ownerOf } from "#server/db/organisations.ts";
import { linkText, NO_LINK, type SealedEntry } from "../domain/link.ts";
import { SEALED_FORM } from "./chain.ts";

/** Entries that one transaction seals. */
const BATCH = 500;

/** Seals what waits, organisation by organisation. @returns how many entries */
export async function sealAll(db: Db, clock: () => Instant): Promise<number> {
  const waiting = await db.owner((tx) =>
    rows(tx, sql<{ orgId: string }>`select distinct org_id as "orgId" from audit_unsealed`),
  );
  let sealed = 0;
  for (const { orgId } of waiting) {
    let count = BATCH;
    while (count === BATCH) {
      // No policy hides an entry from the owner, and seals are the owner's.
      count = await ownerOf(db, orgId, (tx) => sealSome(tx, clock()));
      sealed += count;
    }
  }
  return sealed;
}

/**
 * Seals the next entries of a chain. Entries are ordered by their transaction, then as they were numbered, and taken only
 * below the oldest transaction that still runs: none can appear before them any more. Another cluster's transactions, of
 * a restored backup, are all over. One sealer at a time: others wait for its end.
 */
async function sealSome(tx: Tx, now: Instant): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit ' || app_org(), 0))`.execute(tx);
  const last = await first(
    tx,
    sql<{ number: number; link: string }>`
      select number, link from audit_seal where org_id = app_org() order by number desc limit 1`,
  );
  const entries = await rows(
    tx,
    sql<{ entry: SealedEntry }>`
      select ${SEALED_FORM} as entry from audit_unsealed u join audit_entry e on e.org_id = u.org_id and e.id = u.entry_id
      where u.org_id = app_org()
        and (e.xid < pg_snapshot_xmin(pg_current_snapshot()) or e.xid >= pg_snapshot_xmax(pg_current_snapshot()))
      order by e.xid, e.position limit ${BATCH}`,
  );
  let { number, link } = last ?? { number: 0, link: NO_LINK };
  const seals = entries.map(({ entry }) => {
    number += 1;
    link = sha256(linkText(link, entry));
    return { number, link, entry_id: entry.id };
  });
  if (seals.length === 0) return 0;
  await sql`
    with sealed as (
      insert into audit_seal (org_id, number, entry_id, link, sealed_at)
      select app_org(), g.number, g.entry_id, g.link, ${toIso(now)}
      from jsonb_to_recordset(${json(seals)}) as g (number bigint, entry_id uuid, link text)
      returning entry_id)
    delete from audit_unsealed u using sealed s where u.org_id = app_org() and u.entry_id = s.entry_id`.execute(
    tx,
  );
  return seals.length;
}
