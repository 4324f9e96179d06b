/** Exports of parcels for later rooms. */
export { dropPlaces, keepPlaces } from "./keep-places.ts";
export { parcelsShown } from "./parcels-shown.ts";
