import { isE164, type PhonePlan, toE164 } from "#kernel/phone.ts";
import type { LocalDate, LocalTime } from "#kernel/local-time.ts";
import { MAX_PARCELS } from "#features/quotes/domain/limits.ts";
import type { LevelTerms, ServiceLevel } from "#features/quotes/domain/service-levels.ts";
import {
  type ImportWay,
  isAmbiguousDate,
  readCount,
  readDate,
  readGrams,
  readService,
  readSize,
  readSpan,
  readTime,
  readWay,
  type Size,
} from "./cells.ts";
import { type Fault, fault } from "./fault.ts";
import { type DateOrder, type Field, FIELDS, REQUIRED, type Texts } from "./fields.ts";

/** A row's values, as far as they can be read without places and prices. */
export interface RowRead {
  readonly senderPhone: string;
  readonly recipientPhone: string;
  readonly date: LocalDate;
  /** Null for the first window of the day. */
  readonly from: LocalTime | null;
  readonly to: LocalTime | null;
  readonly parcels: number;
  readonly size: Size;
  /** Grams of one parcel. */
  readonly massG: number;
  readonly service: ServiceLevel;
  readonly way: ImportWay;
}

export interface Reading {
  readonly plan: PhonePlan | undefined;
  readonly order: DateOrder | undefined;
  readonly levels?: readonly Pick<LevelTerms, "code" | "names">[];
}

/** Most characters of a field, where the delivery has a limit. */
const LONGEST: Partial<Record<Field, number>> = {
  reference: 60,
  senderName: 120,
  recipientName: 120,
  pickup: 120,
  dropoff: 120,
  pickupDetail: 200,
  dropoffDetail: 200,
  note: 500,
  contents: 120,
};

const GRAMS_USUAL = 1_000;
const GRAMS_MOST = 1_000_000;

/** Reads a row's texts. @param given fields that need no text, e.g. a pickup that was chosen for all rows */
export function readRow(
  texts: Texts,
  { plan, order, levels }: Reading,
  given: ReadonlySet<Field> = new Set(),
): { readonly row: RowRead; readonly faults: readonly Fault<never>[] } {
  const faults: Fault<never>[] = [...lengthFaults(texts, given)];
  /** The value of a text; one that cannot be read is a fault, an empty one is the usual value. */
  const read = <T>(field: Field, as: (text: string) => T | undefined, usual: T): T => {
    const text = texts[field];
    if (text === "") return usual;
    const value = as(text);
    if (value === undefined) faults.push(fault(field, codeOf(field, text, order)));
    return value ?? usual;
  };
  const phone = phoneBy(plan);
  const span = read("from", readSpan, undefined);
  const row: RowRead = {
    senderPhone: read("senderPhone", phone, ""),
    recipientPhone: read("recipientPhone", phone, ""),
    date: read("date", (text) => readDate(text, order), ""),
    from: span?.from ?? null,
    to: read("to", readTime, undefined) ?? span?.to ?? null,
    parcels: read("parcels", (text) => within(readCount(text), MAX_PARCELS), 1),
    size: read("size", readSize, "small"),
    massG: read("weight", (text) => within(readGrams(text), GRAMS_MOST), GRAMS_USUAL),
    service: read("service", (text) => readService(text, levels), "scheduled"),
    way: read("pay", readWay, "cash-delivery"),
  };
  return { row, faults };
}

/** Values that are missing, and those that no delivery holds. */
function lengthFaults(texts: Texts, given: ReadonlySet<Field>): Fault<never>[] {
  const missing = REQUIRED.filter((field) => texts[field] === "" && !given.has(field));
  const long = FIELDS.filter((field) => texts[field].length > (LONGEST[field] ?? Infinity));
  return [
    ...missing.map((field) => fault(field, "missing")),
    ...long.map((field) => fault(field, "too-long", { most: LONGEST[field] ?? 0 })),
  ];
}

const phoneBy = (plan: PhonePlan | undefined) => (text: string) => {
  const number = toE164(text, plan);
  return isE164(number) ? number : undefined;
};

const within = (value: number | undefined, most: number): number | undefined =>
  value !== undefined && value >= 1 && value <= most ? value : undefined;

function codeOf(field: Field, text: string, order: DateOrder | undefined): Fault["code"] {
  if (field === "date") return order === undefined && isAmbiguousDate(text) ? "date-order" : "date";
  return CODE[field] ?? "refused";
}

const CODE: Partial<Record<Field, Fault["code"]>> = {
  senderPhone: "phone",
  recipientPhone: "phone",
  from: "time",
  to: "time",
  parcels: "count",
  size: "size",
  weight: "weight",
  service: "service",
  pay: "pay",
};
