/** Exports of labels for `main`. */
export { labelsRoom } from "./room.ts";
