import { MINUTE_MS, fromIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { addJob } from "#server/jobs/jobs.ts";
import type { RoomParts } from "#server/room.ts";
import { timesChanged } from "../contract/events.ts";
import { predict, statusOf } from "../domain/predict.ts";
import { readRoute } from "./read-route.ts";
import { hasBegun, routeAhead } from "./route-ahead.ts";
import type { CourierNow, RoutePort } from "./route-port.ts";
import { type ArrivalRow, type Predicted, endForecasts, rowsOf, writeArrivals } from "./write-arrivals.ts";

export const PREDICT = "predictRoute";

/** Staff and courier read a route anew when a stop of it moved by this much. */
const NEWS_MS = 2 * MINUTE_MS;
/** Without news a route on the road is predicted again when its next stop should have begun, or after this long. */
const NEXT_LATEST_MS = 10 * MINUTE_MS;

interface Parts extends Pick<RoomParts, "db" | "roads"> {
  readonly hub: Pick<RoomParts["hub"], "tell">;
}

/**
 * Predicts one courier's route anew. It reads, then measures and draws outside of any transaction, then writes; what
 * happened meanwhile is news that predicts it again.
 */
export async function predictRoute(parts: Parts, port: RoutePort, courier: CourierNow): Promise<void> {
  const { db, roads } = parts;
  const { courierId, now } = courier;
  const route = await db.read(courier, (tx) => readRoute(tx, courier, port));
  if (!route) return;
  const ahead = await routeAhead(route, { courierId, now, roads });
  const status = statusOf({
    now,
    onDuty: route.onDuty,
    hasBegun: hasBegun(route),
    positionAt: route.position?.at ?? null,
  });
  const predicted: Predicted = { route, ahead, ...predict(ahead), status };
  const rows = rowsOf(predicted, courier);
  const isWritten = await db.as(courier, async (tx) => {
    await endForecasts(tx, route.tasks);
    const written = await writeArrivals(tx, courier, predicted, rows);
    if (written && rows.length > 0) await port.follow(tx, courier);
    if (written && route.onDuty && rows.length > 0)
      await addJob(
        tx,
        PREDICT,
        { orgId: courier.orgId, courierId },
        { key: `predict-later:${courierId}`, runInMs: laterMs(rows, now) },
      );
    return written;
  });
  if (isWritten) tell(parts, courier, predicted, rows);
}

/** Milliseconds until silence about the next stop is news by itself. */
function laterMs(rows: readonly ArrivalRow[], now: Instant): number {
  const next = Math.min(...rows.map(({ latest }) => fromIso(latest)));
  return Math.max(MINUTE_MS, Math.min(NEXT_LATEST_MS, next - now));
}

/** Tells staff and the courier of a route that looks otherwise, and each recipient whose interval moved. */
function tell(
  { hub }: Parts,
  { orgId, courierId }: CourierNow,
  predicted: Predicted,
  rows: readonly ArrivalRow[],
): void {
  const { tasks } = predicted.route;
  const before = new Map(tasks.map(({ id, stored }) => [id, stored]));
  const stored = tasks.filter((task) => task.stored?.courierId === courierId);
  const isNews =
    stored.length !== rows.length ||
    rows.some(({ task_id, at, risk_since, status }) => {
      const old = before.get(task_id);
      if (!old || old.status !== status) return true;
      return Math.abs(fromIso(at) - old.at) >= NEWS_MS || (risk_since === null) !== (old.riskSince === null);
    });
  if (isNews)
    hub.tell(orgId, { type: timesChanged.type, data: { courierId }, audience: { staff: true, courierId } });
  for (const { delivery_id: deliveryId, isNewInterval } of rows)
    if (isNewInterval) hub.tell(orgId, { type: timesChanged.type, data: {}, audience: { deliveryId } });
}
