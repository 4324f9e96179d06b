import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { DAY_MS, type Instant, toIso } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import type { Hub } from "../contract/api.ts";
import { REMINDED_DAYS } from "../domain/keeping.ts";
import { hubJson } from "./setting.ts";

/** Until when the parcels of a delivery are kept on at least, as a value in a statement; null where nobody was reminded. */
export const keptLonger = (deliveryId: RawBuilder<unknown>): RawBuilder<Instant | null> => sql`(
  select round(extract(epoch from r.kept_until) * 1000)::bigint from hub_reminder r
  where r.org_id = app_org() and r.delivery_id = ${deliveryId})`;

/** Parcels that lie at the hub for their recipient. */
export interface ToCollect {
  readonly hub: Hub;
  readonly since: Instant;
  readonly longer: Instant | null;
  /** Reminders of the recipient so far. */
  readonly reminders: number;
}

/** A delivery whose recipient is to collect it, as a value in a statement of another room; null where nobody is. */
export const toCollectJson = (orgId: string, deliveryId: string): RawBuilder<ToCollect | null> => sql`(
  select json_build_object('hub', ${hubJson(orgId)},
    'since', round(extract(epoch from h.hub_since) * 1000)::bigint, 'longer', ${keptLonger(sql`h.id`)},
    'reminders', coalesce((select r.times from hub_reminder r where r.org_id = h.org_id and r.delivery_id = h.id), 0))
  from hub_deliveries h
  where h.org_id = app_org() and h.id = ${deliveryId} and h.state_shown = 'at_hub' and h.handover ->> 'how' = 'hub')`;

/** Notes that its recipient is reminded, and keeps the parcels on. */
export const noteReminder = (tx: Tx, deliveryId: string, now: Instant): Promise<unknown> =>
  sql`
    insert into hub_reminder as r (org_id, delivery_id, times, kept_until)
    values (app_org(), ${deliveryId}, 1, ${toIso(now + REMINDED_DAYS * DAY_MS)})
    on conflict (org_id, delivery_id) do update
      set times = r.times + 1, kept_until = greatest(r.kept_until, excluded.kept_until)`.execute(tx);
