import { rm } from "node:fs/promises";
import path from "node:path";
import { sql, type RawBuilder } from "kysely";
import { type Instant, toIso } from "#kernel/instant.ts";
import { idsOf, rows, type Tx } from "#server/db/db.ts";
import { pictureFolder } from "../proofs/proof-records.ts";

/** Pictures kept before a moment of deliveries that are over, at most so many. @returns their ids */
export const picturesBefore = (tx: Tx, before: Instant, limit: number): Promise<string[]> =>
  idsOf(
    tx,
    sql`
        select p.id from proof p join delivery d on d.org_id = p.org_id and d.id = p.delivery_id
        where p.org_id = app_org() and p.kept_at < ${toIso(before)}
          and d.state_shown in ('delivered', 'returned', 'cancelled', 'lost', 'disposed')
        order by p.kept_at, p.id limit ${limit}`,
  );

/** Forgets these pictures. @returns files that no proof of this organisation names any more */
export const dropPictures = (tx: Tx, ids: readonly string[]): Promise<string[]> =>
  drop(tx, sql`p.id = any (${[...ids]}::uuid[])`);

/** Forgets the pictures of these deliveries. @returns as `dropPictures` */
export const dropPicturesOf = (tx: Tx, deliveryIds: readonly string[]): Promise<string[]> =>
  drop(tx, sql`p.delivery_id = any (${[...deliveryIds]}::uuid[])`);

async function drop(tx: Tx, which: RawBuilder<unknown>): Promise<string[]> {
  const gone = await rows(
    tx,
    sql<{ file: string }>`delete from proof p where p.org_id = app_org() and ${which} returning p.file`,
  );
  return gone.map(({ file }) => file);
}

/**
 * Deletes files of pictures that no proof of any organisation names, after the transaction that dropped them: equal
 * pictures are one file.
 *
 * @param owner reads all organisations
 */
export async function deleteFiles(owner: Tx, dataFolder: string, files: readonly string[]): Promise<void> {
  const named = await rows(
    owner,
    sql<{ file: string }>`select distinct file from proof where file = any (${[...files]}::text[])`,
  );
  const kept = new Set(named.map(({ file }) => file));
  for (const file of new Set(files))
    if (!kept.has(file)) await rm(path.join(pictureFolder(dataFolder), file), { force: true });
}
