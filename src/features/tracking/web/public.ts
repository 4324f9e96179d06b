/** The door of this room's page, for the document that it is. */
export { type SlotGiven, TrackPage, headlineOf } from "./track-page.tsx";
export type { ProofPicturesProps } from "./proof-pictures.tsx";
export { TrackShell } from "./track-shell.tsx";
