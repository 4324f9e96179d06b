/** Exports of this room's screens for later rooms. */
export { PriceTrace } from "./price-trace.tsx";
