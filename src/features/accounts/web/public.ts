/** Exports of this room's screens for later rooms. */
export { InviteDialog } from "./invite-dialog.tsx";
