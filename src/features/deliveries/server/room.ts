import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import type { CardsTaken } from "#features/quotes/server/public.ts";
import { deliveriesApi } from "../contract/api.ts";
import { DELIVERIES_REFUSALS } from "../contract/refusals.ts";
import { abandonOrder } from "./orders/abandon-order.ts";
import { cancelDelivery, previewCancellation } from "./cancel-delivery.ts";
import { cancelOrder, previewOrderCancellation } from "./orders/cancel-order.ts";
import { editDelivery } from "./edit-delivery.ts";
import { handleDelivery, performTask } from "./commands.ts";
import { countStates } from "./lists/count-states.ts";
import { keepProof } from "./proofs/keep-proof.ts";
import { linkToPay } from "./orders/link-to-pay.ts";
import { listDeliveries } from "./lists/list-deliveries.ts";
import { listMyDeliveries } from "./lists/list-my-deliveries.ts";
import { orderFor } from "./orders/order-record.ts";
import { orderOf } from "./orders/order-view.ts";
import { placeOrder } from "./orders/place-order.ts";
import { proofRoute } from "./proofs/proof-route.ts";
import { readDelivery } from "./read-delivery.ts";

/** Routes and jobs of orders, deliveries and the facts of every stop. */
export const deliveriesRoom = ({
  dataFolder,
  takesCards = true,
  workGuard,
}: RoomParts & CardsTaken): Room => ({
  name: "deliveries",
  routes: [
    on(deliveriesApi.placeOrder, placeOrder),
    on(deliveriesApi.readOrder, ({ id }, context) =>
      context.db.as(context.actor, async (tx) => orderOf(await orderFor(context, id, tx))),
    ),
    on(deliveriesApi.abandonOrder, abandonOrder),
    on(deliveriesApi.previewOrderCancellation, (input, context) =>
      previewOrderCancellation(takesCards, input, context),
    ),
    on(deliveriesApi.cancelOrder, (input, context) => cancelOrder(takesCards, input, context)),
    on(deliveriesApi.linkToPay, linkToPay),
    on(deliveriesApi.listMyDeliveries, listMyDeliveries),
    on(deliveriesApi.countStates, (_input, context) => countStates(context)),
    on(deliveriesApi.listDeliveries, listDeliveries),
    on(deliveriesApi.readDelivery, readDelivery),
    on(deliveriesApi.previewCancellation, (input, context) =>
      previewCancellation(takesCards, input, context),
    ),
    on(deliveriesApi.cancelDelivery, (input, context) => cancelDelivery(takesCards, input, context)),
    on(deliveriesApi.handleDelivery, handleDelivery),
    on(deliveriesApi.editDelivery, editDelivery),
    on(deliveriesApi.performTask, (input, context) => performTask(input, context, workGuard)),
    on(deliveriesApi.keepProof, (given, context) => keepProof(dataFolder, given, context)),
  ],
  rawRoutes: [proofRoute(dataFolder)],
  refusals: DELIVERIES_REFUSALS,
});
