import { sql } from "kysely";
import { closeException, openException, openKeys } from "#features/exceptions/server/public.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { organisationIds } from "#server/db/organisations.ts";
import type { RoomParts } from "#server/room.ts";
import { KEEP_DAYS } from "../domain/keeping.ts";

const keyOf = (deliveryId: string): string => `kept:${deliveryId}`;

const endOfKeeping = sql`greatest(r.kept_until, d.hub_since + make_interval(
  days => coalesce((select h.keep_days from hub_setting h where h.org_id = d.org_id), ${KEEP_DAYS.default}::int)))`;

/** Parcels that lie at the hub for longer than they are kept; those on their way back wait for nobody. */
const keptTooLong = (now: Instant) => sql`
  hub_deliveries d left join hub_reminder r on r.org_id = d.org_id and r.delivery_id = d.id
  where d.state_shown in ('at_hub', 'attempt_failed') and ${endOfKeeping} < ${toIso(now)}`;

interface Kept {
  readonly id: string;
  readonly until: Instant;
}

/** Opens an exception for each parcel that is kept too long, and closes those of parcels that are there no more. */
export async function checkKept({ db, clock }: Pick<RoomParts, "db" | "clock">): Promise<void> {
  const now = clock();
  for (const orgId of await organisationIds(db)) await db.as({ orgId }, (tx) => checkOrg(tx, now));
}

async function checkOrg(tx: Tx, now: Instant): Promise<void> {
  const kept = await rows(
    tx,
    sql<Kept>`select d.id, ${endOfKeeping} as until from ${keptTooLong(now)} and d.org_id = app_org() order by d.id`,
  );
  const still = new Set(kept.map(({ id }) => keyOf(id)));
  const open = new Set(await openKeys(tx, ["kept_too_long"]));
  for (const key of open) if (!still.has(key)) await closeException(tx, key, now);
  for (const { id, until } of kept.filter((one) => !open.has(keyOf(one.id))))
    await openException(tx, {
      kind: "kept_too_long",
      key: keyOf(id),
      deliveryId: id,
      taskId: null,
      courierId: null,
      happenedAt: until,
      openedAt: now,
      facts: {},
      command: null,
    });
}
