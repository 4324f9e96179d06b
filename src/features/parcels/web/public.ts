/** Exports of this room's screens for later rooms. */
export { PartList } from "./part-list.tsx";
export type { PhotoAsked } from "./part-list.tsx";
export { NO_PARTS, leftIn, movedIn, movedWith, officePartsShape, partsShape } from "./part-values.ts";
export { ParcelLine } from "./parcel-line.tsx";
