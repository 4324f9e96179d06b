import { slot } from "#web/shell/slot.tsx";

/** Stands below the status on every page of a courier. */
export const statusPart = slot<object>();

/** Stands in the warning of a full phone. */
export const fullPart = slot<object>();
