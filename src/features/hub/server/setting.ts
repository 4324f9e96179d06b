import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { areaJson, areaOf } from "#features/places/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import { change } from "#server/db/change.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Hub, hubApi } from "../contract/api.ts";
import { KEEP_DAYS } from "../domain/keeping.ts";

/** Days for which parcels are kept, as a value in a statement. */
export const keepDays = sql`coalesce((select h.keep_days from hub_setting h where h.org_id = app_org()), ${KEEP_DAYS.default}::int)`;

/** Reads where the hub is, its hours, and how long it keeps parcels. */
export async function hubOf(tx: Tx, orgId: string): Promise<Hub> {
  const org = await first(
    tx,
    sql<Pick<Hub, "address" | "timezone" | "keepDays">>`
      select address, timezone, ${keepDays} as "keepDays" from organization where id = ${orgId}`,
  );
  if (!org) throw new Error("an organisation vanished");
  const area = await areaOf(tx, orgId);
  return {
    ...org,
    timezone: area?.timezone ?? org.timezone,
    hours: area?.hours ?? { weekly: [], exceptions: [] },
  };
}

/** The hub as a value in a statement of another room. */
export const hubJson = (orgId: string): RawBuilder<Hub> => sql`(
  select json_build_object('address', o.address, 'keepDays', ${keepDays},
    'timezone', coalesce(a.area ->> 'timezone', o.timezone),
    'hours', coalesce(a.area -> 'hours', '{"weekly": [], "exceptions": []}'))
  from organization o, (select ${areaJson(orgId)}::jsonb as area) a where o.id = ${orgId})`;

export const readHub = ({ db, actor }: Context): Promise<Hub> =>
  db.read(actor, (tx) => hubOf(tx, actor.orgId));

/** Sets how long parcels are kept. The last one who saves decides. */
export const editHub = (input: ParsedOf<typeof hubApi.editHub>, context: Context): Promise<Hub> => {
  const { actor, now } = context;
  return context.db.as(actor, async (tx) => {
    await change(tx, context, {
      type: "editHub",
      aggregateId: actor.orgId,
      body: input,
      write: async () => {
        await sql`
          insert into hub_setting (org_id, keep_days, changed_at, changed_by)
          values (app_org(), ${input.keepDays}, ${toIso(now)}, ${actor.userId ?? null})
          on conflict (org_id) do update set keep_days = excluded.keep_days, changed_at = excluded.changed_at,
            changed_by = excluded.changed_by`.execute(tx);
        return {};
      },
      event: (data) => ({ aggregate: "hub", type: "hub.edited", data, audience: { staff: true } }),
    });
    return hubOf(tx, actor.orgId);
  });
};
