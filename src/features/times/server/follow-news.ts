import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { addJob } from "#server/jobs/jobs.ts";
import type { LiveMessage } from "#server/live/hub.ts";
import type { RoomParts } from "#server/room.ts";
import { PREDICT } from "./predict-route.ts";

/** Job that predicts every route of an organisation. */
export const PREDICT_ALL = "predictAllRoutes";
/** News of one courier within this time become one prediction. */
const GATHER_MS = 2_000;
/** A position is news this long after the last one. */
const POSITION_EVERY_MS = 30_000;

const ROUTE_NEWS: ReadonlySet<string> = new Set(["route.revised", "duty.changed", "times.said"]);
/** Shifts with their breaks, and deliveries. */
const NEWS_OF = ["delivery.", "shift."] as const;

const courierIn = (data: unknown): string[] =>
  typeof data === "object" && data !== null && "courierId" in data && typeof data.courierId === "string"
    ? [data.courierId]
    : [];

/** Couriers of moved positions. */
const moversIn = (data: unknown): string[] =>
  typeof data === "object" && data !== null && "positions" in data && Array.isArray(data.positions)
    ? data.positions.flatMap(courierIn)
    : [];

/** Queues one prediction for each of these couriers; one that waits already stays one. */
async function queuePredictions(tx: Tx, orgId: string, courierIds: Iterable<string>): Promise<void> {
  for (const courierId of courierIds)
    await addJob(tx, PREDICT, { orgId, courierId }, { key: `predict:${courierId}`, runInMs: GATHER_MS });
}

/** Queues a prediction for everybody with work. */
export const predictAll = ({ db }: Pick<RoomParts, "db">, orgId: string): Promise<void> =>
  db.as({ orgId }, async (tx) => {
    const busy = await rows(
      tx,
      sql<{ id: string }>`
        select distinct courier_id as id from tasks
        where org_id = app_org() and courier_id is not null and state in ('assigned', 'en_route', 'arrived')
        order by courier_id`,
    );
    await queuePredictions(
      tx,
      orgId,
      busy.map(({ id }) => id),
    );
  });

interface NewsParts extends Pick<RoomParts, "db" | "log" | "clock" | "orgId"> {
  readonly hub: Pick<RoomParts["hub"], "follow">;
}

/**
 * Queues predictions after the news of deliveries, routes, duties and positions. It follows the live news, so that no
 * transaction of a request waits for it; what a stopped server missed is made good at its next start.
 */
export function followNews(parts: NewsParts): void {
  const { db, hub, log, clock } = parts;
  const seen = new Map<string, Instant>();
  const isDue = (courierId: string): boolean => {
    const [now, last] = [clock(), seen.get(courierId)];
    if (last !== undefined && now - last < POSITION_EVERY_MS && now >= last) return false;
    seen.set(courierId, now);
    return true;
  };
  const concerned = ({ type, data }: LiveMessage): string[] => {
    if (type === "positions.moved") return moversIn(data).filter(isDue);
    return ROUTE_NEWS.has(type) || NEWS_OF.some((of) => type.startsWith(of)) ? courierIn(data) : [];
  };
  const queue = async (orgId: string, work: (tx: Tx) => Promise<void>): Promise<void> => {
    try {
      await db.as({ orgId }, work);
    } catch (error) {
      log.warn({ error: String(error) }, "predictions could not be queued");
    }
  };
  hub.follow((orgId, messages) => {
    const couriers = new Set(messages.flatMap(concerned));
    if (couriers.size > 0) void queue(orgId, (tx) => queuePredictions(tx, orgId, couriers));
  });
  const { orgId } = parts;
  void queue(orgId, (tx) => addJob(tx, PREDICT_ALL, { orgId }, { key: `${PREDICT_ALL}:${orgId}` }));
}
