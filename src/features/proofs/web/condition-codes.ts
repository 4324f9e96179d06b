import { ParcelSize, ServiceLevel } from "#features/quotes/contract/api.ts";

/** Service levels and sizes that a condition may name. */
export const LEVELS = ServiceLevel.options;
export const SIZES = ParcelSize.options;
