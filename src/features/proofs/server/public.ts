/** Exports of proofs for later rooms and `main`. */
export { mustBeSigned } from "./pictures/signed-picture.ts";
export { forPaper, reencode } from "./pictures/picture.ts";
export type { Picture } from "./pictures/picture.ts";
export { checkPin, comparePins, dropPin, givePin, pinOf } from "./pin.ts";
export type { TypedPin } from "./pin.ts";
export { readPolicy } from "./policy-record.ts";
export { proofsRoom } from "./room.ts";
