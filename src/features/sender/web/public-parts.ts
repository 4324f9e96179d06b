/** Parts of the booking that the office's order entry shows, too. */
export { EMPTY_FORM, gramsOf } from "./book/booking.ts";
export type { ContactDraft, ParcelDraft } from "./book/booking.ts";
export { contactOf, parcelOf, requestOf } from "./book/booking-request.ts";
export type { ContactForm } from "./book/contact-fields.tsx";
export { ContactFields, Contacts, withPhones } from "./book/contact-fields.tsx";
export { EndField } from "./book/end-field.tsx";
export { LoadAndTime, useTripFaults } from "./book/load-and-time.tsx";
export { Parcels } from "./book/parcels.tsx";
export { PriceBar, PricePanel } from "./book/price-panel.tsx";
export { Trip } from "./book/trip-form.ts";
export type { TripFault, TripForm, TripTyped } from "./book/trip-form.ts";
export { useLines } from "./book/use-lines.ts";
export { priceIn, usePrices } from "./book/use-offers.ts";
export { LinkField } from "./link-field.tsx";
export { TrackingLink } from "./tracking-link.tsx";
