/** Exports of this room's screens for the office and for senders. */
export { useReasons } from "./use-reasons.ts";
export type { Reasons } from "./use-reason-names.ts";
