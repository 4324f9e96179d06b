import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { trackingApi } from "../contract/api.ts";
import { TRACKING_REFUSALS } from "../contract/refusals.ts";
import { editCarrierPhone, readCarrierPhone } from "./carrier-phone.ts";
import { trackingLiveRoute } from "./live.ts";
import { revokeLinks, shareDelivery, shareOrder } from "./share.ts";
import { track } from "./track.ts";

/** The room of the recipient: one delivery, one link, no account. */
export const trackingRoom = ({ hub, clock }: RoomParts): Room => ({
  name: "tracking",
  routes: [
    on(trackingApi.track, (_input, context) => track(context)),
    on(trackingApi.shareDelivery, ({ id }, context) => shareDelivery(context, id)),
    on(trackingApi.shareOrder, ({ id }, context) => shareOrder(context, id)),
    on(trackingApi.readCarrierPhone, (_input, context) => readCarrierPhone(context)),
    on(trackingApi.editCarrierPhone, editCarrierPhone),
    on(trackingApi.revokeLinks, ({ id }, context) => revokeLinks(context, id)),
  ],
  rawRoutes: [trackingLiveRoute(hub, clock)],
  refusals: TRACKING_REFUSALS,
});
