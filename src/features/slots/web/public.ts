/** Exports of this room's screens for later rooms. */
export { OverbookNote } from "./overbook-note.tsx";
