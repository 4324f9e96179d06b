import * as z from "zod/mini";
import { Address } from "#features/places/contract/api.ts";
import { ParcelSize, ServiceLevel } from "#features/quotes/contract/shapes.ts";
import { exponentOf } from "#kernel/currency.ts";
import type { Fault } from "#web/forms/form-store.ts";
import { readDecimal } from "#web/forms/decimal-text.ts";
import type { Form } from "#web/forms/use-form.ts";
import { configAtHand } from "#web/session/config.ts";
import { gramsOf } from "./booking.ts";
import type { ParcelDraft } from "./booking.ts";

/** Parcels that one booking may hold. */
export const PARCELS_MAX = 20;
const GRAMS_MAX = 1_000_000;

/** Most that can be declared, in whole units of the currency. */
const VALUE_MAX = 1_000_000;

/** Whether the text is an amount with the digits of the operator's currency. */
function isValue(text: string): boolean {
  const digits = exponentOf(configAtHand()?.currency ?? "EUR");
  const minor = readDecimal(text, digits);
  return minor !== undefined && minor <= VALUE_MAX * 10 ** digits;
}

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
  /** Blank before one is chosen. */
  serviceLevel: ServiceLevel;
  windowStart: string;
  windowEnd: string;
}
export type TripForm = Form<TripTyped, z.output<typeof Trip>>;

/** An input that the server refuses, and why. */
export type TripFault = Fault & { readonly path: string };

export interface TripPartProps {
  readonly form: TripForm;
}
