import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { deliveryHappened } from "#features/deliveries/contract/events.ts";
import { routeRevised } from "#features/dispatch/contract/events.ts";
import { call } from "#web/api/call.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import { courierApi } from "../contract/api.ts";
import type { CourierDay, CourierStop } from "../contract/api.ts";

export const dayQuery = queryOptions({
  queryKey: ["courier", "day"],
  queryFn: ({ signal }) => call(courierApi.readDay, {}, { signal }),
});

/** The courier's day, read anew when a dispatcher changes it. */
export function useDay() {
  const queries = useQueryClient();
  const again = () => void queries.invalidateQueries({ queryKey: dayQuery.queryKey });
  useLive([onLive(routeRevised, again), onLive(deliveryHappened, again), onResync(again)]);
  return useQuery(dayQuery);
}

/** A stop that is still to be done. */
export const isAhead = (stop: CourierStop): boolean =>
  !["succeeded", "failed", "cancelled"].includes(stop.state);

/** The stop to go to now: the first that is ahead and may begin. */
export const nextStop = (day: CourierDay): CourierStop | undefined =>
  day.stops.find((stop) => isAhead(stop) && !stop.blocked);

export const stopOf = (day: CourierDay | undefined, taskId: string): CourierStop | undefined =>
  day?.stops.find((stop) => stop.taskId === taskId);

/** A pickup that nothing has to be shown for: one press on its own page ends it. */
export const isDoneAtOnce = ({ kind, required }: Pick<CourierStop, "kind" | "required">): boolean =>
  kind === "collect" && required.every((need) => need === "barcode");
