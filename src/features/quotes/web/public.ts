/** Exports of this room's screens for later rooms. */
export { useLevelNames } from "./levels/use-level-names.ts";
export { PriceTrace } from "./price-trace.tsx";
