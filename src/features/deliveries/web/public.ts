/** Exports of this room's screens for later rooms. */
export { DeliveryTimeline } from "./delivery-timeline.tsx";
export { ProofGallery } from "./proof-gallery.tsx";
export { StateChip } from "./state-chip.tsx";
export { PriceTrace } from "#features/quotes/web/public.ts";
