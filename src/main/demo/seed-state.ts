import { sql } from "kysely";
import { emptyBank } from "#engines/sandbox-bank/empty-bank.ts";
import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { acceptOnce } from "#server/db/commands.ts";
import { first, rows } from "#server/db/db.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { emptyTables } from "#server/db/empty-tables.ts";
import { ownerOf } from "#server/db/organisations.ts";
import type { TxContext } from "#server/db/tx-context.ts";

const BEGUN = "00000000-0000-8000-8000-0000000d0001";
const ENDED = "00000000-0000-8000-8000-0000000d0002";

/** How far the demo's seed came, kept among the accepted commands: it is carried out once. */
export interface SeedState {
  /** Deletes what an interrupted seed left behind, then marks a new one as begun. */
  begin(now: Instant): Promise<void>;
  end(now: Instant): Promise<void>;
}

export function seedState(db: Db, orgId: string): SeedState {
  return {
    begin: (now) =>
      ownerOf(db, orgId, async (tx) => {
        const marks = await marksOf(tx);
        if (marks.has(BEGUN)) await throwAway(tx);
        await mark({ tx, orgId, now }, BEGUN, "demo.seed-begun");
      }),
    end: (now) => db.as({ orgId }, (tx) => mark({ tx, orgId, now }, ENDED, "demo.seed-ended")),
  };
}

/** Whether the demo's deliveries are still to be made, or to be made again. */
export const needsSeed = (db: Db, orgId: string): Promise<boolean> =>
  db.as({ orgId }, async (tx) => {
    const marks = await marksOf(tx);
    return !marks.has(ENDED) && (marks.has(BEGUN) || !(await hasDeliveries(tx)));
  });

async function marksOf(tx: Tx): Promise<Set<string>> {
  const found = await rows(
    tx,
    sql<{ id: string }>`select id from command where org_id = app_org() and id in (${BEGUN}, ${ENDED})`,
  );
  return new Set(found.map((row) => row.id));
}

const hasDeliveries = async (tx: Tx): Promise<boolean> =>
  (await first(tx, sql`select 1 from deliveries where org_id = app_org() limit 1`)) !== undefined;

/** Notes a step of the demo, once. */
export const mark = async ({ tx, orgId, now }: TxContext, id: string, type: string): Promise<void> => {
  const actor: Actor = { kind: "system", orgId, roles: [] };
  await acceptOnce(tx, actor, now, { commandId: id, type, aggregateId: orgId, body: null, occurredAt: now });
};

/** Known before the first seed: people and the map. */
const KEPT = ["person", "person_session", "invitation", "place", "map_version"];

/** Only a demo comes here, and only before its first visitor. */
async function throwAway(tx: Tx): Promise<void> {
  await emptyTables(tx, KEPT);
  await emptyBank(tx);
}
