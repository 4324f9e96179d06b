/** Exports of shifts for later rooms and `main`. */
export { shiftsRoom } from "./room.ts";
export { workOf, worksOf } from "./work-of.ts";
