/** Exports of this room's screens for the app's entry. */
export { HandOutDialog } from "./hand-out-dialog.tsx";
