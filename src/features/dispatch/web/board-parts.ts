import { slot } from "#web/shell/slot.tsx";

/** Stands in the row of a delivery without a courier. */
export const rowMark = slot<{ deliveryId: string }>();
/** Does something with chosen deliveries that no courier has. */
export const chosenAct = slot<{ ids: readonly string[] }>();
