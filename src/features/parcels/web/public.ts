/** Exports of this room's screens for later rooms. */
export { ParcelLine } from "./parcel-line.tsx";
