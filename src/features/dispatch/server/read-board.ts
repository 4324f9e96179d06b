import type { Board, BoardCourier, BoardDelivery, BoardStop } from "../contract/api.ts";
import { isTerminal } from "#features/deliveries/domain/state.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { readBoardRows } from "./board-query.ts";
import type { CourierRow, DeliveryRow, StopRow } from "./board-query.ts";
import type { Day } from "./day.ts";

/** One snapshot of a day: what nobody has yet, every courier with their stops in order, all deliveries for the map. */
export async function readBoard(tx: Tx, orgId: string, day: Day, now: Instant): Promise<Board> {
  const rows = await readBoardRows(tx, orgId, day, now);
  const stops = new Map<string, BoardStop[]>();
  for (const row of rows.stops) {
    const list = stops.get(row.courierId);
    if (list) list.push(stopOf(row, now));
    else stops.set(row.courierId, [stopOf(row, now)]);
  }
  const deliveries = rows.deliveries.map((row) => deliveryOf(row, now));
  const open = new Set(rows.deliveries.filter((row) => row.open).map((row) => row.id));
  return {
    date: day.date,
    timezone: day.timezone,
    unassigned: deliveries.filter((delivery) => open.has(delivery.id)),
    couriers: rows.couriers.map((row) => courierOf(row, stops.get(row.id) ?? [])),
    deliveries,
  };
}

function courierOf(row: CourierRow, stops: BoardStop[]): BoardCourier {
  const { id, name, vehicle, onDuty, position, routeId, revision, ackRevision } = row;
  return {
    id,
    name,
    vehicle,
    onDuty,
    position: position && {
      courierId: id,
      at: toIso(position.at),
      point: { lon: position.lon, lat: position.lat },
      headingDeg: position.headingDeg,
    },
    route: { id: routeId, revision, ackRevision, stops },
  };
}

const windowOf = (row: { start: Instant; end: Instant }) => ({
  start: toIso(row.start),
  end: toIso(row.end),
});

function stopOf(row: StopRow, now: Instant): BoardStop {
  const { courierId: _, start: __, end, blocked, ...rest } = row;
  const pending = row.state !== "succeeded" && row.state !== "failed";
  return { ...rest, window: windowOf(row), late: pending && end <= now, ...moneyOf(blocked) };
}

/** Nothing is sent where all is well: nearly always. */
const moneyOf = (blocked: DeliveryRow["blocked"]) => (blocked === null ? {} : { money: blocked });

function deliveryOf(row: DeliveryRow, now: Instant): BoardDelivery {
  const { start: _, end, open: __, blocked, ...rest } = row;
  const late = !isTerminal(row.state) && end <= now;
  return { ...rest, window: windowOf(row), late, ...moneyOf(blocked) };
}
