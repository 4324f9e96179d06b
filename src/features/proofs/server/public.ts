/** Exports of proofs for later rooms and `main`. */
export { mustBeSigned } from "./pictures/signed-picture.ts";
export { reencode } from "./pictures/picture.ts";
export type { Picture } from "./pictures/picture.ts";
export { readPolicy } from "./policy-record.ts";
export { proofsRoom } from "./room.ts";
