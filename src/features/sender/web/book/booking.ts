import type { ReactNode } from "react";
import type { Address } from "#features/places/contract/api.ts";
import type { ParcelInput, ServiceLevel } from "#features/quotes/contract/api.ts";
import type { BookStep } from "./steps.ts";

/** Form values so far. Texts stay texts until a step is left. */
export interface Booking {
  readonly pickup: Address | null;
  readonly dropoff: Address | null;
  readonly parcels: readonly ParcelDraft[];
  /** Blank before one is chosen. */
  readonly serviceLevel: ServiceLevel;
  /** The offered window's start and end, or empty. */
  readonly windowStart: string;
  readonly windowEnd: string;
  readonly sender: ContactDraft;
  readonly recipient: ContactDraft;
  /** The order that waits for payment, once the quote was accepted. */
  readonly orderId: string;
}

export interface StepProps {
  readonly booking: Booking;
  /** Keeps what the step says and goes on. */
  readonly leave: (change: Partial<Booking>) => void;
  /** The step bar and the heading, above the step's form. */
  readonly head: ReactNode;
}

export interface ParcelDraft {
  readonly size: ParcelInput["size"];
  /** kilograms, as typed */
  readonly kg: string;
  readonly contents: string;
  readonly fragile: boolean;
  /** Declared value as typed; blank: none. */
  readonly value: string;
  readonly ageRestricted: boolean;
}

export interface ContactDraft {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly note: string;
}

const nobody: ContactDraft = { name: "", phone: "", email: "", note: "" };
export const NEW_PARCEL: ParcelDraft = {
  size: "small",
  kg: "1",
  contents: "",
  fragile: false,
  value: "",
  ageRestricted: false,
};

/** A booking that nothing was typed into, before it has an order. */
export const EMPTY_FORM = {
  pickup: null,
  dropoff: null,
  parcels: [NEW_PARCEL],
  serviceLevel: "",
  windowStart: "",
  windowEnd: "",
  sender: nobody,
  recipient: nobody,
} satisfies Omit<Booking, "orderId">;
export const EMPTY_BOOKING: Booking = { ...EMPTY_FORM, orderId: "" };

const GRAMS_PER_KG = 1000;

/** "1,5" or "1.5" kilograms in grams; NaN when it is no number. Text is read digit by digit, never through a float. */
export function gramsOf(kg: string): number {
  const found = /^(\d{1,4})(?:[.,](\d{1,3}))?$/.exec(kg.trim());
  if (!found) return Number.NaN;
  return Number(found[1]) * GRAMS_PER_KG + Number((found[2] ?? "").padEnd(3, "0"));
}

/** The furthest step that is open: an order that waits goes to payment, and names need a trip with a window. */
export function openStep(booking: Booking): BookStep {
  const { pickup, dropoff, parcels } = booking;
  if (booking.orderId !== "") return "pay";
  const isComplete =
    pickup?.pinConfirmed === true &&
    dropoff?.pinConfirmed === true &&
    parcels.length > 0 &&
    parcels.every((parcel) => !Number.isNaN(gramsOf(parcel.kg))) &&
    booking.serviceLevel !== "" &&
    booking.windowStart !== "";
  return isComplete ? "contact" : "trip";
}
