import type { Contact } from "#features/deliveries/contract/shapes.ts";
import type { ParcelInput, QuoteRequest } from "#features/quotes/contract/api.ts";
import { exponentOf } from "#kernel/currency.ts";
import { readDecimal } from "#web/forms/decimal-text.ts";
import { gramsOf } from "./booking.ts";
import type { Booking, ContactDraft, ParcelDraft } from "./booking.ts";

/** Minor units of a declared value as typed; undefined where none is declared. */
function valueOf(text: string, currency: string): number | undefined {
  const minor = readDecimal(text, exponentOf(currency));
  return minor === 0 ? undefined : minor;
}

/** A parcel as it is sent. */
export function parcelOf(draft: ParcelDraft, currency: string): ParcelInput {
  const { size, kg, contents, fragile, value, ageRestricted } = draft;
  const valueMinor = valueOf(value, currency);
  return {
    size,
    massG: gramsOf(kg),
    contents: contents.trim(),
    fragile,
    ...(valueMinor !== undefined && { valueMinor }),
    ...(ageRestricted && { ageRestricted }),
  };
}

export const contactOf = ({ name, phone, email, note }: ContactDraft): Contact => ({
  name: name.trim(),
  phone,
  email: email.trim() === "" ? null : email.trim(),
  note: note.trim(),
});

type TripDraft = Pick<
  Booking,
  "pickup" | "dropoff" | "parcels" | "serviceLevel" | "windowStart" | "windowEnd"
>;

/** The request to price, once the trip is complete. */
export function requestOf(booking: TripDraft, currency: string): QuoteRequest | undefined {
  const { pickup, dropoff, serviceLevel, windowStart, windowEnd } = booking;
  if (!pickup || !dropoff || serviceLevel === "" || windowStart === "") return undefined;
  return {
    pickup,
    dropoff,
    parcels: booking.parcels.map((parcel) => parcelOf(parcel, currency)),
    serviceLevel,
    window: { start: windowStart, end: windowEnd },
  };
}
