/** Exports of parcels for later rooms. */
export { keepPlaces } from "./keep-places.ts";
export { parcelsShown } from "./parcels-shown.ts";
