/** Parts that later rooms need to record an end with its proofs. */
export { head, keepPictures, orNull, withProofNames } from "./run-action.ts";
