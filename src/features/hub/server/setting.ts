import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { areaJson } from "#features/places/server/public.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { change } from "#server/db/change.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Hub, hubApi } from "../contract/api.ts";
import { KEEP_DAYS } from "../domain/keeping.ts";

/** Days for which parcels are kept, as a value in a statement. */
export const keepDays = sql`coalesce((select h.keep_days from hub_setting h where h.org_id = app_org()), ${KEEP_DAYS.default}::int)`;

/** Address of the hub: its own, else that of the organisation. */
const address = sql`coalesce((select h.address from hub_setting h where h.org_id = app_org()), o.address)`;

/** Reads where the hub is, its hours, and how long it keeps parcels. */
export async function hubOf(tx: Tx, orgId: string): Promise<Hub> {
  const found = await first(tx, sql<{ hub: Hub }>`select ${hubJson(orgId)} as hub`);
  if (!found) throw new Error("a hub without a row");
  return found.hub;
}

/** The hub as a value in a statement of another room. */
export const hubJson = (orgId: string): RawBuilder<Hub> => sql`(
  select json_build_object('address', ${address}, 'keepDays', ${keepDays},
    'timezone', coalesce(a.area ->> 'timezone', o.timezone),
    'hours', coalesce(a.area -> 'hours', '{"weekly": [], "exceptions": []}'))
  from organization o, (select ${areaJson()}::jsonb as area) a where o.id = ${orgId})`;

export const readHub = ({ db, actor }: Context): Promise<Hub> =>
  db.read(actor, (tx) => hubOf(tx, actor.orgId));

/** Setting of the hub: its place, and how long it keeps parcels. */
type HubSetting = ParsedOf<typeof hubApi.editHub>;

/** Writes the setting. The last one who saves decides. */
export async function saveHub(
  tx: Tx,
  { address: place, keepDays: days }: HubSetting,
  { now, userId }: { readonly now: Instant; readonly userId: string | null },
): Promise<void> {
  await sql`
    insert into hub_setting (org_id, address, keep_days, changed_at, changed_by)
    values (app_org(), ${place}, ${days}, ${toIso(now)}, ${userId})
    on conflict (org_id) do update set address = excluded.address, keep_days = excluded.keep_days,
      changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(tx);
}

/** Sets where the hub is, and how long it keeps parcels. */
export const editHub = (input: HubSetting, context: Context): Promise<Hub> => {
  const { actor, now } = context;
  return context.db.as(actor, async (tx) => {
    await change(tx, context, {
      type: "editHub",
      aggregateId: actor.orgId,
      body: input,
      write: async () => {
        await saveHub(tx, input, { now, userId: actor.userId ?? null });
        return {};
      },
      event: (data) => ({ aggregate: "hub", type: "hub.edited", data, audience: { staff: true } }),
    });
    return hubOf(tx, actor.orgId);
  });
};
