/** History of a delivery for later rooms: its events, its pictures. */
export { DeliveryTimeline } from "./delivery-timeline.tsx";
export { ProofGallery } from "./proof-gallery.tsx";
