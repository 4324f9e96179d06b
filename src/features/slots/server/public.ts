/** Exports of slots for later rooms and `main`. */
export { placesOfSlots, startsWithoutPlace } from "./places.ts";
export { slotsRoom } from "./room.ts";
