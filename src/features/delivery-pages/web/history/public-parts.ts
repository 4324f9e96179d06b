/** Pictures of a delivery for later rooms, without the history: a courier's pages bring them along. */
export { ProofGallery } from "./proof-gallery.tsx";
