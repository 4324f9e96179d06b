/** Exports of this room's screens for later rooms. */
export { useDay } from "./day-query.ts";
export { ParcelTicks } from "./scan/parcel-ticks.tsx";
export { useTicked } from "./scan/ticked.ts";
export { verdictOf } from "./scan/verdict-of.ts";
export { StatusLine } from "./status-line.tsx";
