import { fromIso } from "#kernel/instant.ts";
import { call } from "#web/api/call.ts";
import { type BoardOffer, offersApi } from "../../contract/api.ts";
import { liveRead, useSeconds } from "../live-read.ts";

export const boardOffers = liveRead(() => call(offersApi.readBoardOffers, {}));

/** The newest offer of a delivery without a courier, by the server's clock. */
export function useBoardOffer(deliveryId: string | undefined) {
  const { data, aheadMs } = boardOffers.use();
  const offer = data?.offers.find((one) => one.deliveryId === deliveryId);
  const now = useSeconds(aheadMs, offer?.state === "open");
  return { now, offer: offer && { ...offer, state: stateAt(offer, now) } };
}

/** Its time may be over before anybody wrote so. */
const stateAt = ({ state, expiresAt }: BoardOffer, now: number): BoardOffer["state"] =>
  state === "open" && now >= fromIso(expiresAt) ? "expired" : state;
