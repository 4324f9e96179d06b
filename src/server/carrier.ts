import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import { type Db, type Tx, first } from "./db/db.ts";
import { newId } from "./ids.ts";

export interface Carrier {
  readonly id: string;
  readonly demo: boolean;
}

/** The carrier organisation of this install, if the first start has made it. */
export function findCarrier(db: Db): Promise<Carrier | undefined> {
  return db.owner((tx) =>
    first(
      tx,
      sql<Carrier>`select id, demo from organization where kind = 'carrier' order by created_at limit 1`,
    ),
  );
}

export interface CarrierFacts {
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
  readonly demo: boolean;
}

/** Makes the carrier on the first start; later the database is right and settings do not rename it. */
export async function ensureCarrier(
  db: Db,
  facts: CarrierFacts,
  now: number,
): Promise<Carrier & { fresh: boolean }> {
  const known = await findCarrier(db);
  if (known) return { ...known, fresh: false };
  const id = newId(now);
  await db.owner((tx) =>
    sql`insert into organization (id, kind, name, currency, timezone, demo, created_at)
        values (${id}, 'carrier', ${facts.name}, ${facts.currency}, ${facts.timezone}, ${facts.demo}, ${toIso(now)})`.execute(
      tx,
    ),
  );
  return { id, demo: facts.demo, fresh: true };
}

/** Makes a demo an installation like others. */
export const endDemo = async (tx: Tx): Promise<void> =>
  void (await sql`update organization set demo = false where kind = 'carrier' and demo`.execute(tx));
