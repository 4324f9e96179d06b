import * as z from "zod/mini";
import { contactOf, Contacts, parcelOf, Trip } from "#features/sender/web/public-parts.ts";
import {
  EMPTY_ENTRY,
  type EntryForm,
  type EntryTyped,
  payerOf,
  Payer,
  typedContact,
  typedParcel,
} from "#features/order-entry/web/public-parts.ts";
import { PAY_WAYS } from "#features/payments/domain/due.ts";
import type { Form } from "#web/forms/use-form.ts";
import type { Rule } from "../contract/api.ts";
import { AHEAD } from "../domain/limits.ts";
import { WHEN_CLOSED } from "../domain/occurrence.ts";

const EACH = ["1", "2"] as const;
export const AHEADS = ["1", "2", "3", "4", "5"] as const;

/** Everything that a standing order says, as it is typed. */
export const RuleEntry = z.strictObject({
  ...Trip.shape,
  ...Contacts.shape,
  // A rule has a time of the day in place of a window.
  windowStart: z.string(),
  windowEnd: z.string(),
  way: z.enum(PAY_WAYS),
  payer: z.nullable(Payer),
  weekdays: z.array(z.number()).check(z.minLength(1)),
  everyWeeks: z.enum(EACH),
  time: z.string().check(z.minLength(1)),
  from: z.string().check(z.minLength(1)),
  until: z.string(),
  aheadDays: z.enum(AHEADS),
  whenClosed: z.enum(WHEN_CLOSED),
});

export interface RuleTyped extends EntryTyped {
  weekdays: number[];
  everyWeeks: (typeof EACH)[number];
  time: string;
  from: string;
  /** Blank while it is open. */
  until: string;
  aheadDays: (typeof AHEADS)[number];
  whenClosed: Rule["whenClosed"];
}
export type RuleForm = Form<RuleTyped, z.output<typeof RuleEntry>>;

/** The form as the parts of the desk's order take it. Safe: it has all of their values, and none of them resets a form. */
export const entryPart = (form: RuleForm): EntryForm => form as unknown as EntryForm;

/** A rule that nothing was typed into. @param from its first day */
export const emptyRule = (from: string): RuleTyped => ({
  ...EMPTY_ENTRY,
  serviceLevel: "scheduled",
  weekdays: [],
  everyWeeks: "1",
  time: "",
  from,
  until: "",
  aheadDays: String(AHEAD.usual) as RuleTyped["aheadDays"],
  whenClosed: "skip",
});

/** A kept rule as it would be typed. */
export const typedRule = (rule: Rule, currency: string): RuleTyped => ({
  ...EMPTY_ENTRY,
  sender: typedContact(rule.sender),
  recipient: typedContact(rule.recipient),
  payer: payerOf(rule),
  pickup: { ...rule.pickup, pinConfirmed: true },
  dropoff: { ...rule.dropoff, pinConfirmed: true },
  parcels: rule.parcels.map((parcel) => typedParcel(parcel, currency)),
  way: rule.way,
  serviceLevel: rule.serviceLevel,
  weekdays: rule.weekdays,
  everyWeeks: rule.everyWeeks === 2 ? "2" : "1",
  time: rule.time,
  from: rule.from,
  until: rule.until ?? "",
  aheadDays: String(rule.aheadDays) as RuleTyped["aheadDays"],
  whenClosed: rule.whenClosed,
});

/** The rule that stands in a form that was checked. */
export const ruleOf = (entry: z.output<typeof RuleEntry>, currency: string): Rule => ({
  sender: contactOf(entry.sender),
  recipient: contactOf(entry.recipient),
  pickup: entry.pickup,
  dropoff: entry.dropoff,
  parcels: entry.parcels.map((parcel) => parcelOf(parcel, currency)),
  serviceLevel: entry.serviceLevel,
  time: entry.time,
  weekdays: entry.weekdays,
  everyWeeks: Number(entry.everyWeeks),
  from: entry.from,
  until: entry.until === "" ? null : entry.until,
  aheadDays: Number(entry.aheadDays),
  whenClosed: entry.whenClosed,
  way: entry.way,
  payerId: entry.payer?.id ?? null,
});
