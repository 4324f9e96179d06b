/** Exports of this room's screens for later rooms. */
export type { Chosen } from "./list-action.ts";
