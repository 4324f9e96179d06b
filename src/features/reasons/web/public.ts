/** Exports of this room's screens for later rooms. */
export { useReasons, useReasonsOf } from "./use-reasons.ts";
export type { Reasons } from "./use-reasons.ts";
