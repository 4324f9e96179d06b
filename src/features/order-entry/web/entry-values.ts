import * as z from "zod/mini";
import { exponentOf } from "#kernel/currency.ts";
import { toE164 } from "#kernel/phone.ts";
import { contactOf, Contacts, EMPTY_FORM, requestOf, Trip } from "#features/sender/web/public-parts.ts";
import type {
  ContactDraft,
  ContactForm,
  ParcelDraft,
  TripForm,
  TripTyped,
} from "#features/sender/web/public-parts.ts";
import type { ParcelInput } from "#features/quotes/contract/shapes.ts";
import type { Contact } from "#features/deliveries/contract/shapes.ts";
import type { QuoteRequest } from "#features/quotes/contract/api.ts";
import { decimalText } from "#web/forms/decimal-text.ts";
import type { Form } from "#web/forms/use-form.ts";
import { type Caller, EntryWay, type PastEntry } from "../contract/api.ts";

/** The caller's account, with the name and number that it was found by. */
export const Payer = z.strictObject({ id: z.string(), name: z.string(), phone: z.string() });
export type Payer = z.output<typeof Payer>;

/** Everything that is asked on the phone. */
export const Entry = z.strictObject({
  ...Trip.shape,
  ...Contacts.shape,
  way: EntryWay,
  payer: z.nullable(Payer),
});

export interface EntryTyped extends TripTyped {
  sender: ContactDraft;
  recipient: ContactDraft;
  way: EntryWay | "";
  payer: Payer | null;
}
export type EntryForm = Form<EntryTyped, z.output<typeof Entry>>;

/**
 * The form as the parts of the booking take it. Safe: it has all of their values, and none of them resets a form, which is
 * what the types differ in.
 */
export const tripPart = (form: EntryForm): TripForm => form as unknown as TripForm;
export const contactPart = (form: EntryForm): ContactForm => form as unknown as ContactForm;

export const EMPTY_ENTRY: EntryTyped = { ...EMPTY_FORM, way: "", payer: null };

/** A contact of an earlier order as it would be typed. */
export const typedContact = ({ name, phone, email, note }: Contact): ContactDraft => ({
  name,
  phone,
  email: email ?? "",
  note,
});

const GRAMS_PER_KG = 1_000;

/** A parcel of an earlier order as it would be typed. */
export function typedParcel(parcel: ParcelInput, currency: string): ParcelDraft {
  const { size, massG, contents, fragile, valueMinor, ageRestricted = false } = parcel;
  const digits = exponentOf(currency);
  const value = valueMinor === undefined ? "" : decimalText(valueMinor, digits, ".", digits);
  return { size, kg: String(massG / GRAMS_PER_KG), contents, fragile, value, ageRestricted };
}

export const payerOf = ({ sender, payerId }: Pick<PastEntry, "sender" | "payerId">): Payer | null =>
  payerId === null ? null : { id: payerId, name: sender.name, phone: sender.phone };

/** Whether the sender who stands in the form is the one whose account it is. */
export const isTheirs = (
  { name, phone }: Payer,
  sender: Pick<ContactDraft, "name" | "phone">,
  dialled?: Parameters<typeof toE164>[1],
): boolean => sender.name.trim() === name && toE164(sender.phone, dialled) === phone;

/** The caller's own part of the form. */
export const fromCaller = ({ sender, payerId, pickup }: Caller): Partial<EntryTyped> => ({
  sender: typedContact(sender),
  payer: payerOf({ sender, payerId }),
  pickup: { ...pickup, pinConfirmed: true },
});

/** The same delivery as an earlier one; its window is chosen anew. */
export const sameAgain = (past: PastEntry, currency: string): Partial<EntryTyped> => ({
  sender: typedContact(past.sender),
  recipient: typedContact(past.recipient),
  payer: payerOf(past),
  pickup: { ...past.pickup, pinConfirmed: true },
  dropoff: { ...past.dropoff, pinConfirmed: true },
  parcels: past.parcels.map((parcel) => typedParcel(parcel, currency)),
  serviceLevel: past.serviceLevel,
  windowStart: "",
  windowEnd: "",
});

export interface Asked {
  readonly request: QuoteRequest;
  readonly sender: Contact;
  readonly recipient: Contact;
}

/** The request to price and the people of it. @returns undefined while the trip is incomplete */
export function askedOf(entry: EntryTyped, currency: string): Asked | undefined {
  const request = requestOf(entry, currency);
  return request && { request, sender: contactOf(entry.sender), recipient: contactOf(entry.recipient) };
}
