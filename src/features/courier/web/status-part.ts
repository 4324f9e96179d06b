import { slot } from "#web/shell/slot.tsx";

/** Stands below the status on every page of a courier. */
export const statusPart = slot<object>();
