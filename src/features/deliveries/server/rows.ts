import { sql } from "kysely";
import { type Instant, toIso } from "#kernel/instant.ts";
import type { DeliveryRow } from "../contract/shapes.ts";
import type { Who } from "./access.ts";
import { isoText, windowText } from "#server/db/iso-text.ts";

/** A delivery's row in a list, as selected. */
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

/** Delivery `d` as a `DeliveryRow` for this caller: what `rowOf` makes, written by the database. */
export const rowJson = ({ actor, scope }: Who) => {
  const seesAll = sql`(${scope === "org"} or d.courier_id = ${actor.courierId ?? null}::uuid)`;
  return sql`json_build_object(
    'id', d.id, 'number', d.number, 'state', d.state_shown, 'serviceLevel', d.service_level,
    'window', ${windowText("d.window_start", "d.window_end")},
    'pickupLabel', d.pickup ->> 'label', 'dropoffLabel', d.dropoff ->> 'label',
    'recipientName', d.recipient ->> 'name', 'senderName', d.sender ->> 'name',
    'courierId', case when ${seesAll} then d.courier_id end,
    'courierName', case when ${seesAll} then d.courier_name else split_part(d.courier_name, ' ', 1) end,
    'total', json_build_object('minor', d.total_minor, 'currency', trim(d.currency)),
    'parcels', jsonb_array_length(d.parcels), 'createdAt', ${isoText("d.created_at")}, 'version', d.version)`;
};

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
