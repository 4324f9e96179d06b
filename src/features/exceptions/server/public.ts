/** Exports of exceptions for later rooms and `main`. */
export type { ActedOn, LaterActs } from "./acts.ts";
export { askedPictures } from "./check-proofs.ts";
export type { AskedPicture } from "./check-proofs.ts";
export { addFacts, closeException, openException, openKeys } from "./open-exception.ts";
export type { NewException } from "./open-exception.ts";
export { forgetNotes } from "./forget-notes.ts";
export { exceptionsRoom } from "./room.ts";
export { undoTake } from "./handle-exception.ts";
export { undoResolve } from "./resolve-exception.ts";
