import { lazyPart } from "#web/shell/lazy-part.tsx";

/** Drops that were entered with the delivery's, for its page. */
export const DeliveryTogether = lazyPart(
  () => import("./together-panel.tsx").then((module) => module.TogetherPanel),
  ["order-entry"],
);
