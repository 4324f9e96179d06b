/** Exports of this room's screens for later rooms. */
export { roomyCorners, textOfPoint } from "./outline-text.ts";
