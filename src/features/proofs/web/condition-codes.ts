import { ParcelSize } from "#features/quotes/contract/api.ts";

/** Sizes that a condition may name. */
export const SIZES = ParcelSize.options;
