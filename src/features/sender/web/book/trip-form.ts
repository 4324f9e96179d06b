import * as z from "zod/mini";
import { Address } from "#features/places/contract/api.ts";
import { ParcelSize, ServiceLevel } from "#features/quotes/contract/shapes.ts";
import type { Fault } from "#web/forms/form-store.ts";
import { readDecimal } from "#web/forms/decimal-text.ts";
import type { Form } from "#web/forms/use-form.ts";
import { gramsOf } from "./booking.ts";
import type { ParcelDraft } from "./booking.ts";

/** Parcels that one booking may hold. */
export const PARCELS_MAX = 20;
const GRAMS_MAX = 1_000_000;

/** Digits after the mark and the most, 1,000,000, that a declared value of any currency may have here. */
const VALUE_DIGITS = 2;
const VALUE_MAX = 1_000_000 * 10 ** VALUE_DIGITS;
const isValue = (text: string): boolean => (readDecimal(text, VALUE_DIGITS) ?? VALUE_MAX + 1) <= VALUE_MAX;

const Confirmed = Address.check(z.refine((address) => address.pinConfirmed, "confirm-pin"));
const Parcel = z.strictObject({
  size: ParcelSize,
  kg: z.string().check(z.refine((kg) => gramsOf(kg) > 0 && gramsOf(kg) <= GRAMS_MAX, "not-a-weight")),
  contents: z.string().check(z.maxLength(120)),
  fragile: z.boolean(),
  /** Drafts of an older build have neither. */
  value: z._default(
    z.string().check(z.refine((text) => text.trim() === "" || isValue(text), "book.not-a-value")),
    "",
  ),
  ageRestricted: z._default(z.boolean(), false),
});

export const Trip = z.strictObject({
  pickup: Confirmed,
  dropoff: Confirmed,
  parcels: z.array(Parcel).check(z.minLength(1), z.maxLength(PARCELS_MAX)),
  serviceLevel: ServiceLevel,
  windowStart: z.string().check(z.minLength(1)),
  windowEnd: z.string(),
});

export interface TripTyped {
  pickup: Address | null;
  dropoff: Address | null;
  parcels: ParcelDraft[];
  serviceLevel: ServiceLevel | "";
  windowStart: string;
  windowEnd: string;
}
export type TripForm = Form<TripTyped, z.output<typeof Trip>>;

/** An input that the server refuses, and why. */
export type TripFault = Fault & { readonly path: string };

export interface TripPartProps {
  readonly form: TripForm;
}
