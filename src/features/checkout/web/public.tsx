import { lazyPart } from "#web/shell/lazy-part.tsx";

/**
 * The card panel for whoever sells something; its code and words are fetched where a payment is shown. It stands on a
 * page of its own, which lets the card provider in.
 */
export const PayPanel = lazyPart(
  () => import("./pay-panel.tsx").then((module) => module.PayPanel),
  ["payments"],
);

export const PayMore = lazyPart(
  () => import("./pay-more.tsx").then((module) => module.PayMore),
  ["payments", "owed"],
);
