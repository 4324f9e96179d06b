import { deliveryHappened } from "#features/deliveries/contract/events.ts";
import { routeRevised } from "#features/dispatch/contract/events.ts";
import { timesChanged } from "#features/times/contract/events.ts";
import { call } from "#web/api/call.ts";
import { listenLive, onLive, onResync } from "#web/live/live.ts";
import { courierApi, type CourierDay } from "../../contract/api.ts";
import { messageHappened } from "../../contract/events.ts";

/** Reads the day anew when a dispatcher changes it. @returns how to stop */
export function followNews(refresh: () => void): () => void {
  return listenLive([
    onLive(routeRevised, refresh),
    onLive(deliveryHappened, refresh),
    onLive(timesChanged, refresh),
    onLive(messageHappened, refresh),
    onResync(refresh),
  ]);
}

/** Tells dispatch that the courier saw this revision of the route. */
export async function acknowledgeRoute({ id, revision }: NonNullable<CourierDay["route"]>): Promise<void> {
  await call(courierApi.acknowledgeRoute, { routeId: id, revision });
}
