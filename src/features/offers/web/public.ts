import { loadWords } from "#web/i18n/words.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";

/** Offers that wait for the courier's answer, with the words that they need. */
export async function loadOffersWatch() {
  const [{ OffersWatch }] = await Promise.all([import("./phone/offers-watch.tsx"), loadWords("offers")]);
  return OffersWatch;
}

/** Stands in the board's row of a delivery on offer. */
export async function loadOfferMark() {
  const [{ OfferMark }] = await Promise.all([import("./desk/offer-mark.tsx"), loadWords("offers")]);
  return OfferMark;
}

/** Offers deliveries that are chosen on the board. */
export async function loadOfferAct() {
  const [{ OfferAct }] = await Promise.all([import("./desk/offer-act.tsx"), loadWords("offers")]);
  return OfferAct;
}

/** Hears `O` on the board. */
export async function loadOfferKey() {
  const [{ OfferKey }] = await Promise.all([import("./desk/offer-key.tsx"), loadWords("offers")]);
  return OfferKey;
}

export const DeliveryOffers = lazyPart(
  () => import("./desk/delivery-offers.tsx").then((module) => module.DeliveryOffers),
  ["offers", "dispatch"],
);
