/** Exports of this room's screens for later rooms. */
export { EditFrame } from "./edit-frame.tsx";
export type { Chosen } from "./list-action.ts";
export { windowOf } from "./edit-values.ts";
export type { LaterDialogProps } from "./later/parts.ts";
