import { lazyPart } from "#web/shell/lazy-part.tsx";

/** The card panel for whoever sells something; its code and words are fetched where a payment is shown. */
export const PayPanel = lazyPart(
  () => import("./pay-panel.tsx").then((module) => module.PayPanel),
  ["payments"],
);
