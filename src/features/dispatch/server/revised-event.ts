import type { NewEvent } from "#server/db/events.ts";
import { routeRevised } from "../contract/events.ts";

/** Announces to staff and the courier that a route has a new revision. `by` is null when facts changed it. */
export const revisedEvent = (
  route: { readonly id: string; readonly courierId: string; readonly revision: number },
  date: string,
  by: string | null,
): Omit<NewEvent, "occurredAt"> => ({
  aggregate: "route",
  aggregateId: route.id,
  type: routeRevised.type,
  data: { routeId: route.id, courierId: route.courierId, date, revision: route.revision, by },
  audience: { staff: true, courierId: route.courierId },
});
