/** Exports of this room's screens for later rooms. */
export { isRule } from "./list-items.ts";
export { usePriceListDraft } from "./price-list-draft.ts";
export { usePriceList } from "./use-price-list.ts";
export { useZoneNames } from "./use-zone-names.ts";
