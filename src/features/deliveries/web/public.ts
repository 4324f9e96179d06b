/** Exports of this room's screens for later rooms. */
export { StateChip } from "./state-chip.tsx";
export { PriceTrace } from "#features/quotes/web/public.ts";
