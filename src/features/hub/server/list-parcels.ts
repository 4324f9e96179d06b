import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { searched } from "#features/deliveries/server/public.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { pageBy } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { HubParcel, hubApi } from "../contract/api.ts";
import { keptUntil } from "../domain/keeping.ts";
import { keptLonger } from "./reminders.ts";
import { keepDays } from "./setting.ts";

export interface ParcelRow extends Omit<HubParcel, "since" | "keptUntil"> {
  readonly since: Instant;
  readonly keepDays: number;
  readonly longer: Instant | null;
}

/** Whom the parcels of `hub_deliveries d` wait for. */
const waitsFor = sql`case d.state_shown when 'returning' then 'sender' when 'attempt_failed' then 'decision'
  else case when d.handover ->> 'how' = 'hub' then 'recipient' else 'courier' end end`;

/** The columns of `ParcelRow`, from `hub_deliveries d`. */
export const parcelColumns = sql`
  d.id, d.number, d.state_shown as state, d.recipient_name as "recipientName", d.sender_name as "senderName",
  coalesce(nullif((select count(*) from parcel_places p where p.org_id = d.org_id and p.delivery_id = d.id
    and p.state = 'at_hub'), 0)::int, d.parcels) as parcels,
  ${waitsFor} as "waitsFor", case when d.state_shown = 'at_hub' then d.courier_name end as "courierName",
  d.hub_since as since, ${keepDays} as "keepDays", ${keptLonger(sql`d.id`)} as longer`;

export const shownParcel = ({ since, keepDays: days, longer, ...row }: ParcelRow): HubParcel => ({
  ...row,
  since: toIso(since),
  keptUntil: toIso(keptUntil(since, days, longer)),
});

/** Parcels at the hub, the longest kept first. */
export async function listHubParcels(
  { cursor, limit, ...asked }: ParsedOf<typeof hubApi.listHubParcels>,
  { db, actor }: Context,
): Promise<ReplyOf<typeof hubApi.listHubParcels>> {
  const page = pageBy(
    { list: "hub", ...asked },
    { cursor, limit },
    { column: "d.hub_since", id: "d.id", type: "instant", direction: "asc" },
  );
  const found = await db.read(actor, async (tx) => {
    const conditions = [
      ...(await searched(tx, asked.search)),
      ...(asked.waitsFor === undefined ? [] : [sql`${waitsFor} = ${asked.waitsFor}`]),
    ];
    return rows(
      tx,
      sql<ParcelRow>`
        select ${parcelColumns} from hub_deliveries d
        where ${sql.join([sql`d.org_id = app_org()`, ...conditions], sql` and `)} ${page.rest}`,
    );
  });
  return page.of(found, ({ since, id }) => [since, id], shownParcel);
}
