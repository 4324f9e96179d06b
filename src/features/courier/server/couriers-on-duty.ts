import { sql } from "kysely";

/**
 * Every courier on duty, as a part of a statement: courier_id, and the newest position (at, lon, lat, heading_deg), null
 * before the first.
 */
export const couriersOnDuty = sql`
  select s.courier_id, n.at, n.lon, n.lat, n.heading_deg
  from shift s left join position_now n on n.org_id = s.org_id and n.courier_id = s.courier_id
  where s.org_id = app_org() and s.ended_at is null`;
