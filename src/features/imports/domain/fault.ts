import { UNSERVICEABLE } from "#features/quotes/domain/serviceability.ts";
import type { Facts } from "#kernel/refusal.ts";
import type { Field } from "./fields.ts";

/** Reasons why a row is no delivery yet. */
export const FAULTS = [
  "missing",
  "too-long",
  "phone",
  "email",
  "date",
  "date-order",
  "time",
  "weight",
  "count",
  "size",
  "service",
  "pay",
  "way-not-offered",
  "account-needed",
  "place-unknown",
  "place-unclear",
  "house-number",
  "no-window",
  "no-day",
  "repeats",
  "price-changed",
  "no-price",
  "no-card-pays",
  "full",
  "closed",
  "refused",
  "internal",
  ...UNSERVICEABLE,
] as const;
export type FaultCode = (typeof FAULTS)[number];

/** One value at fault. `facts` are for its sentence. */
export interface Fault<Place = unknown> {
  readonly field: Field;
  readonly code: FaultCode;
  readonly facts: Facts;
  /** Places that may be meant, best first. */
  readonly candidates: readonly Place[];
}

export const fault = (field: Field, code: FaultCode, facts: Facts = {}): Fault<never> => ({
  field,
  code,
  facts,
  candidates: [],
});

/** Fields that inputs of a quote stand for. */
const FIELD_OF: Readonly<Record<string, Field>> = {
  pickup: "pickup",
  dropoff: "dropoff",
  parcels: "weight",
  window: "from",
  serviceLevel: "service",
};

const CODES: ReadonlySet<string> = new Set(FAULTS);
const codeOf = (refusal: string): FaultCode => {
  const reason = refusal.slice(refusal.indexOf(".") + 1);
  // Safe: it is one of them.
  return CODES.has(reason) ? (reason as FaultCode) : "refused";
};

/** Faults of a refused price: `field` of its facts may name several inputs, each with its own reason. */
export function faultsOfRefusal(code: string, facts: Facts): Fault<never>[] {
  const { field = "", ...rest } = facts;
  const named = String(field)
    .split(",")
    .map((one) => one.split("="))
    .flatMap(([input = "", reason = code]) => {
      const known = reason === "quotes.too-many" ? "parcels" : FIELD_OF[input];
      return known === undefined ? [] : [fault(known, codeOf(reason), { ...rest, code: reason })];
    });
  return named.length > 0 ? named : [fault("service", codeOf(code), { ...rest, code })];
}
