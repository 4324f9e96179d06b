/** Parts that later rooms need to record an end with its proofs, and to say what it brings about. */
export { Follows } from "./later/follows.ts";
export { head, keepPictures, orNull, withProofNames } from "./run-action.ts";
