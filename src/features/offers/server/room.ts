import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { offersApi } from "../contract/api.ts";
import { OFFERS_REFUSALS } from "../contract/refusals.ts";
import { acceptOffer, declineOffer } from "./answer-offer.ts";
import { withdrawOffer } from "./end-offers.ts";
import { offersJobs } from "./jobs.ts";
import { makeOffers } from "./make-offers.ts";
import { setOfferTime } from "./offer-time.ts";
import { readMyOffers } from "./read-mine.ts";
import { listOffers, readBoardOffers } from "./read-offers.ts";

/** Deliveries that couriers take themselves. */
export const offersRoom = (parts: RoomParts): Room => ({
  name: "offers",
  routes: [
    on(offersApi.makeOffers, (asked, context) => makeOffers(asked, context, parts)),
    on(offersApi.withdrawOffer, withdrawOffer),
    on(offersApi.listOffers, listOffers),
    on(offersApi.readBoardOffers, (_, context) => readBoardOffers(context)),
    on(offersApi.setOfferTime, setOfferTime),
    on(offersApi.readMyOffers, (_, context) => readMyOffers(context)),
    on(offersApi.acceptOffer, (asked, context) => acceptOffer(asked, context, parts.workGuard)),
    on(offersApi.declineOffer, declineOffer),
  ],
  jobs: offersJobs(parts),
  refusals: OFFERS_REFUSALS,
});
