import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import type { DeliveryRow } from "../contract/shapes.ts";
import type { Who } from "./access.ts";

/** What a list shows of a delivery, as selected. */
export interface ListRow extends Omit<DeliveryRow, "window" | "createdAt"> {
  readonly windowStart: Instant;
  readonly windowEnd: Instant;
  readonly createdAt: Instant;
}

/** The columns of `ListRow`, from `delivery d`. */
export const listColumns = sql.raw(`
  d.id, d.number, d.state_shown as state, d.service_level as "serviceLevel", d.window_start as "windowStart",
  d.window_end as "windowEnd", d.pickup ->> 'label' as "pickupLabel", d.dropoff ->> 'label' as "dropoffLabel",
  d.recipient ->> 'name' as "recipientName", d.sender ->> 'name' as "senderName", d.courier_id as "courierId",
  d.courier_name as "courierName",
  json_build_object('minor', d.total_minor, 'currency', trim(d.currency)) as total,
  jsonb_array_length(d.parcels) as parcels, d.created_at as "createdAt", d.version`);

export function rowOf(row: ListRow, who: Who): DeliveryRow {
  const { windowStart, windowEnd, createdAt, courierId, courierName, ...rest } = row;
  return {
    ...rest,
    window: { start: toIso(windowStart), end: toIso(windowEnd) },
    ...shownCourier(courierId, courierName, who),
    createdAt: toIso(createdAt),
  };
}

/** Staff read who rides; a courier reads themselves; a sender reads a first name. */
export function shownCourier(
  courierId: string | null,
  courierName: string | null,
  { actor, scope }: Who,
): { courierId: string | null; courierName: string | null } {
  if (scope === "org" || (courierId !== null && courierId === actor.courierId))
    return { courierId, courierName };
  return { courierId: null, courierName: courierName?.split(" ")[0] ?? null };
}
