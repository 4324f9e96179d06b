/** History of a delivery for later rooms. */
export { DeliveryTimeline } from "./delivery-timeline.tsx";
