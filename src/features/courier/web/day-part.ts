import { slot } from "#web/shell/slot.tsx";

/** Stands on the list of the day's stops, above the ways to other pages. */
export const dayPart = slot<object>();
