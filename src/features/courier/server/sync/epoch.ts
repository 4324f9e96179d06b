import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { first, rows, type Tx } from "#server/db/db.ts";

/**
 * The epoch of this database. One that is not where it was at the last read was restored from a backup: the epoch is new,
 * and phones send again what they keep.
 */
export async function epochOf(tx: Tx): Promise<string> {
  const known = await first(
    tx,
    sql<{ epoch: string }>`
      select epoch from courier_epoch where org_id = app_org() and place = database_place()`,
  );
  if (known) return known.epoch;
  const kept = await first(
    tx,
    sql<{ epoch: string }>`
      insert into courier_epoch as e (org_id, epoch, place) values (app_org(), ${randomUUID()}, database_place())
      on conflict (org_id) do update set
        epoch = case when e.place = excluded.place then e.epoch else excluded.epoch end, place = excluded.place
      returning epoch`,
  );
  if (!kept) throw new Error("an epoch vanished");
  return kept.epoch;
}

/** Renews every epoch at its next read, as after a restored backup. @returns how many there are */
export const markPhonesRestored = async (tx: Tx): Promise<number> =>
  (await rows(tx, sql`update courier_epoch set place = 'elsewhere' returning org_id`)).length;
