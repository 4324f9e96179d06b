/** Exports for couriers' phones, which have the reasons in their stored day and ask nobody. */
export { useReasonsOf } from "./use-reason-names.ts";
export type { Reasons } from "./use-reason-names.ts";
