import { type RawBuilder, sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { windowText } from "#server/db/iso-text.ts";

/**
 * The interval in which a delivery comes, as a part of a statement: null unless its drop-off is still ahead of the
 * courier who was predicted to do it.
 */
export const arrivalForRecipient = (
  deliveryId: RawBuilder<unknown>,
  now: Instant,
): RawBuilder<unknown> => sql`(
  select json_build_object('window', ${windowText("a.shown_from", "a.shown_to")}, 'status', a.status,
    'ahead', a.ahead)
  from arrivals a join tasks t on t.org_id = a.org_id and t.id = a.task_id and t.courier_id = a.courier_id
  where a.org_id = app_org() and a.delivery_id = ${deliveryId} and t.kind = 'deliver'
    and t.state in ('assigned', 'en_route') and a.shown_to > ${toIso(now)}
  limit 1)`;
