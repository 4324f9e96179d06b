import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { InstantText, LocalDate, LocalTime, Nothing, Window } from "#contract/schemas.ts";
import { ServiceLevel } from "#features/quotes/contract/shapes.ts";
import { SLOT_LIMITS } from "../domain/plan.ts";

const WEEK = 7;
const RowId = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/));
/** Null for no limit. */
const Places = z.nullable(z.int().check(z.gte(0), z.lte(SLOT_LIMITS.places)));

/** Windows that start within `[from, until)` by the wall clock of the area share these places. */
export const SlotRow = z.strictObject({
  id: RowId,
  /** Null for all levels together. */
  level: z.nullable(ServiceLevel),
  from: LocalTime,
  until: LocalTime,
  /** From Monday to Sunday. */
  places: z.array(Places).check(z.minLength(WEEK), z.maxLength(WEEK)),
});
export type SlotRow = z.output<typeof SlotRow>;

/** A date that is closed, or that has other places; senders read the reason. */
export const SlotDay = z.strictObject({
  date: LocalDate,
  closed: z.boolean(),
  reason: z.string().check(z.trim(), z.maxLength(SLOT_LIMITS.reason)),
  /** By the name of the row; rows that are not named keep their weekly places. */
  places: z.record(RowId, Places),
});
export type SlotDay = z.output<typeof SlotDay>;

export const Slots = z.strictObject({
  /** 0 until places were set for the first time. */
  version: z.int(),
  rows: z.array(SlotRow).check(z.maxLength(SLOT_LIMITS.rows)),
  days: z.array(SlotDay).check(z.maxLength(SLOT_LIMITS.days)),
  changedAt: z.nullable(InstantText),
  changedBy: z.nullable(z.string()),
});
export type Slots = z.output<typeof Slots>;

/** A row on one date, and how many of its places are taken. */
const RowLoad = z.strictObject({
  id: RowId,
  level: z.nullable(ServiceLevel),
  from: LocalTime,
  until: LocalTime,
  places: Places,
  taken: z.int(),
});

export const SlotLoad = z.strictObject({
  timezone: z.string(),
  /** Today and tomorrow. */
  days: z.array(
    z.strictObject({
      date: LocalDate,
      closed: z.boolean(),
      reason: z.string(),
      rows: z.array(RowLoad),
      /** Orders and deliveries of the day, whatever row they fall into. */
      taken: z.int(),
      /** Windows that the office promised beyond their places, newest first. */
      overbooked: z.array(
        z.strictObject({
          level: ServiceLevel,
          window: Window,
          at: InstantText,
          by: z.nullable(z.string()),
        }),
      ),
    }),
  ),
});
export type SlotLoad = z.output<typeof SlotLoad>;

export const slotsApi = {
  readSlots: endpoint({
    id: "readSlots",
    method: "GET",
    path: "/api/slots",
    needs: "price:read",
    summary: "How many deliveries each time of day takes, by weekday, and the days that differ",
    input: Nothing,
    reply: Slots,
    refusals: [],
  }),
  editSlots: endpoint({
    id: "editSlots",
    method: "PUT",
    path: "/api/slots",
    needs: "price:edit",
    audit: "prices.slots-published",
    summary: "Replace the places; what is booked stays booked",
    input: z.strictObject({
      version: z.int().check(z.gte(0), z.lte(2_147_483_647)),
      rows: Slots.shape.rows,
      days: Slots.shape.days,
    }),
    reply: Slots,
    refusals: ["capacity.changed-meanwhile", "capacity.bad-plan"],
  }),
  readSlotLoad: endpoint({
    id: "readSlotLoad",
    method: "GET",
    path: "/api/slots/load",
    needs: "price:read",
    summary: "How full the times of today and tomorrow are, and what was promised beyond their places",
    input: Nothing,
    reply: SlotLoad,
    refusals: [],
  }),
};
