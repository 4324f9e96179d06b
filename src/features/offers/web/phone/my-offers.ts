import { fromIso } from "#kernel/instant.ts";
import { call } from "#web/api/call.ts";
import { type CourierOffer, offersApi } from "../../contract/api.ts";
import { liveRead, useSeconds } from "../live-read.ts";

export const myOffers = liveRead(() => call(offersApi.readMyOffers, {}));

/** The courier's offers by the server's clock: those to be answered first. */
export function useMyOffers() {
  const { data, error, aheadMs } = myOffers.use();
  const isCounting = data?.offers.some(({ state }) => state === "open") === true;
  const now = useSeconds(aheadMs, isCounting);
  const offers = data?.offers.map((offer) => ({ ...offer, state: stateAt(offer, now) }));
  return { offers, error, now };
}

/** Its time may be over before the server has said so. */
const stateAt = ({ state, expiresAt }: CourierOffer, now: number): CourierOffer["state"] =>
  state === "open" && now >= fromIso(expiresAt) ? "expired" : state;

export const isAsking = ({ state, answer }: CourierOffer): boolean => state === "open" && answer === null;
