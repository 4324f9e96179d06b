import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import {
  Cursor,
  Id,
  InstantText,
  LocalDate,
  PageSize,
  page,
  TEXT_LIMITS,
  Window,
} from "#contract/schemas.ts";
import { Contact, DeliveryState } from "#features/deliveries/contract/shapes.ts";
import { PAY_WAYS } from "#features/payments/domain/due.ts";
import { Address } from "#features/places/contract/api.ts";
import { ParcelInput, ServiceLevel } from "#features/quotes/contract/shapes.ts";
import { KEPT_STATES } from "../domain/agenda.ts";
import { AHEAD } from "../domain/limits.ts";
import { WHEN_CLOSED } from "../domain/occurrence.ts";
import { RULE_STATES } from "../domain/rule-lifecycle.ts";

const Time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** A standing order as it is typed: what an order has, and when. */
export const Rule = z.strictObject({
  sender: Contact,
  recipient: Contact,
  pickup: Address,
  dropoff: Address,
  parcels: z.array(ParcelInput).check(z.minLength(1), z.maxLength(20)),
  /** With windows at fixed hours. */
  serviceLevel: ServiceLevel,
  /** Begin of the window by the area's wall clock. */
  time: Time,
  /** 1 = Monday … 7 = Sunday */
  weekdays: z.array(z.int().check(z.gte(1), z.lte(7))).check(z.minLength(1), z.maxLength(7)),
  /** 2: every second week, counted from the week of `from`. */
  everyWeeks: z.int().check(z.gte(1), z.lte(2)),
  from: LocalDate,
  /** The last day; null while it is open. */
  until: z.nullable(LocalDate),
  /** Days before a delivery on which its order is made, as far as its level is sold ahead. */
  aheadDays: z.int().check(z.gte(AHEAD.least), z.lte(AHEAD.most)),
  whenClosed: z.enum(WHEN_CLOSED),
  way: z.enum(PAY_WAYS),
  /** The sender's account, for an invoice. */
  payerId: z.nullable(Id),
});
export type Rule = z.output<typeof Rule>;

export const RuleState = z.enum(RULE_STATES);

const At = z.strictObject({ date: LocalDate, time: Time });

/** One day of a standing order. */
export const Day = z.strictObject({
  /** Its day by the rule, which names it. */
  day: LocalDate,
  state: z.enum(KEPT_STATES),
  /** Null where it is closed or was never placed. */
  window: z.nullable(Window),
  /** Not on its own day or at its own time: by a person, or since it was closed. */
  movedBy: z.nullable(z.enum(["person", "closure"])),
  /** Null before it is made. */
  delivery: z.nullable(z.strictObject({ id: Id, number: z.string(), state: DeliveryState })),
  /** Refusal for which it could not be made. */
  reason: z.nullable(
    z.strictObject({ code: z.string(), facts: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ),
});
export type Day = z.output<typeof Day>;

export const RuleLine = z.strictObject({
  id: Id,
  state: RuleState,
  rule: Rule,
  /** Its next delivery; null where none is in sight. */
  next: z.nullable(Window),
  /** Days that could not be made and that nobody has settled. */
  failed: z.int(),
});
export type RuleLine = z.output<typeof RuleLine>;

export const StandingOrder = z.strictObject({
  id: Id,
  version: z.int(),
  state: RuleState,
  rule: Rule,
  changedAt: InstantText,
  changedBy: z.nullable(z.string()),
  /** Zone in which its days and times are read. */
  timezone: z.string(),
  today: LocalDate,
  failed: z.array(Day),
  /** Deliveries that are made already and still to come: a change of the rule leaves them. */
  made: z.int(),
});
export type StandingOrder = z.output<typeof StandingOrder>;

const SAVED = [
  "payments.way-not-offered",
  "payments.invoice-needs-account",
  "order-entry.unknown-account",
  "recurring.no-day",
  "recurring.no-level",
] as const;
const OneDay = { id: Id, day: LocalDate };

export const recurringApi = {
  listRules: endpoint({
    id: "listRules",
    method: "GET",
    path: "/api/recurring",
    needs: "order:enter",
    summary: "Standing orders, the newest first; page by cursor",
    input: z.strictObject({
      q: z._default(z.string().check(z.trim(), z.maxLength(TEXT_LIMITS.search)), ""),
      /** `failed`: those with a day that could not be made. */
      group: z._default(z.enum(["all", "failed", ...RULE_STATES]), "all"),
      cursor: z.optional(Cursor),
      limit: PageSize,
    }),
    reply: page(RuleLine),
    refusals: [],
  }),
  readRule: endpoint({
    id: "readRule",
    method: "GET",
    path: "/api/recurring/:id",
    needs: "order:enter",
    summary: "A standing order, with the days that could not be made",
    input: z.strictObject({ id: Id }),
    reply: StandingOrder,
    refusals: ["recurring.not-found"],
  }),
  readDays: endpoint({
    id: "readDays",
    method: "GET",
    path: "/api/recurring/:id/days",
    needs: "order:enter",
    summary: "Days of a standing order, five weeks from a date on",
    input: z.strictObject({ id: Id, from: z.optional(LocalDate) }),
    reply: z.strictObject({ from: LocalDate, days: z.array(Day) }),
    refusals: ["recurring.not-found"],
  }),
  addRule: endpoint({
    id: "addRule",
    method: "POST",
    path: "/api/recurring",
    needs: "order:enter",
    summary: "Begin a standing order; the key becomes its id",
    input: z.strictObject({ rule: Rule }),
    reply: StandingOrder,
    refusals: [...SAVED, "recurring.too-many"],
    limitPerMinute: 60,
  }),
  editRule: endpoint({
    id: "editRule",
    method: "PUT",
    path: "/api/recurring/:id",
    needs: "order:enter",
    summary: "Change a standing order; deliveries that are made stay as they are",
    input: z.strictObject({ id: Id, version: z.int(), rule: Rule }),
    reply: StandingOrder,
    refusals: [...SAVED, "recurring.not-found", "recurring.changed-meanwhile", "recurring.wrong-state"],
  }),
  turnRule: endpoint({
    id: "turnRule",
    method: "POST",
    path: "/api/recurring/:id/turn",
    needs: "order:enter",
    summary: "Pause a standing order, go on with it, or end it; days of a pause are left out",
    input: z.strictObject({ id: Id, act: z.enum(["pause", "resume", "end"]) }),
    reply: StandingOrder,
    refusals: ["recurring.not-found", "recurring.wrong-state"],
  }),
  skipDay: endpoint({
    id: "skipDay",
    method: "POST",
    path: "/api/recurring/:id/skip",
    needs: "order:enter",
    summary: "Leave out one day of a standing order, or settle one that could not be made",
    input: z.strictObject(OneDay),
    reply: StandingOrder,
    refusals: [
      "recurring.not-found",
      "recurring.wrong-state",
      "recurring.day-unknown",
      "recurring.made-already",
    ],
  }),
  planDay: endpoint({
    id: "planDay",
    method: "POST",
    path: "/api/recurring/:id/plan",
    needs: "order:enter",
    summary: "Carry out one day after all, again, or at another time",
    input: z.strictObject({
      ...OneDay,
      /** Null for its own day and time. */
      at: z.nullable(At),
    }),
    reply: StandingOrder,
    refusals: [
      "recurring.not-found",
      "recurring.wrong-state",
      "recurring.day-unknown",
      "recurring.made-already",
      "recurring.no-window",
    ],
  }),
};
