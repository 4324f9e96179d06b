/** Exports of labels for `main`. */
export { levelNameIn } from "./level-name.ts";
export { labelsRoom } from "./room.ts";
