import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText, LocalDate, LocalTime, Name, Note } from "#contract/schemas.ts";
import { VehicleClass } from "#features/accounts/contract/people.ts";
import { SHIFT_STATES } from "../domain/wish.ts";

/** A rest of so many minutes that begins between two times of its shift. */
export const Break = z.strictObject({
  earliest: LocalTime,
  latest: LocalTime,
  minutes: z.int().check(z.gte(5), z.lte(180)),
});
const Breaks = z.array(Break).check(z.maxLength(4));

/** Planned times of one day; an end that is not after the begin is on the next day. */
export const ShiftTimes = z.strictObject({
  from: LocalTime,
  to: LocalTime,
  breaks: Breaks,
  /** Null: the courier's usual one. */
  vehicleId: z.nullable(Id),
});
export type ShiftTimes = z.output<typeof ShiftTimes>;

export const Shift = z.strictObject({
  id: Id,
  courierId: Id,
  /** On which it begins, in the zone of the area. */
  date: LocalDate,
  ...ShiftTimes.shape,
  start: InstantText,
  end: InstantText,
  state: z.enum(SHIFT_STATES),
  /** Words of the courier with a wish. */
  note: z.nullable(z.string()),
  version: z.int(),
});
export type Shift = z.output<typeof Shift>;

const capacity = {
  parcels: z.int().check(z.gte(1), z.lte(10_000)),
  massG: z.int().check(z.gte(1), z.lte(30_000_000)),
  volumeMl: z.int().check(z.gte(1), z.lte(100_000_000)),
};
export const VehicleFields = z.strictObject({
  name: Name,
  class: VehicleClass,
  ...capacity,
  retired: z.boolean(),
});
export const Vehicle = z.strictObject({ id: Id, ...VehicleFields.shape, version: z.int() });
export type Vehicle = z.output<typeof Vehicle>;

export const Skill = z.string().check(z.trim(), z.minLength(1), z.maxLength(30));
const Skills = z.array(Skill).check(z.maxLength(12));

/** The vehicle that a courier usually has, and what they can do. */
export const Means = z.strictObject({
  vehicleId: z.nullable(Id),
  skills: Skills,
  /** 0 before anybody said something. */
  version: z.int(),
});
export type Means = z.output<typeof Means>;

export const ShiftWeek = z.strictObject({
  timezone: z.string(),
  today: LocalDate,
  /** Monday, and the days from it. */
  from: LocalDate,
  dates: z.array(LocalDate),
  couriers: z.array(
    z.strictObject({
      id: Id,
      name: z.string(),
      vehicle: VehicleClass,
      means: Means,
      shifts: z.array(Shift),
    }),
  ),
  vehicles: z.array(Vehicle),
  /** Deliveries of each day that are not cancelled. */
  demand: z.array(z.int()),
  /** Skills that couriers of the company have, or that a service level asks for. */
  skills: z.array(Skill),
});
export type ShiftWeek = z.output<typeof ShiftWeek>;

/** A day of a courier: its whole plan, against the shifts that its author has seen. */
export const ShiftCell = z.strictObject({
  courierId: Id,
  date: LocalDate,
  shifts: z.array(ShiftTimes).check(z.maxLength(4)),
  seen: z.array(z.strictObject({ id: Id, version: z.int() })).check(z.maxLength(10)),
});
export type ShiftCell = z.output<typeof ShiftCell>;

export const MyShifts = z.strictObject({
  timezone: z.string(),
  today: LocalDate,
  shifts: z.array(Shift),
  /** Of the courier's usual one. */
  vehicle: z.nullable(z.strictObject({ name: z.string(), class: VehicleClass, ...capacity })),
  skills: Skills,
});
export type MyShifts = z.output<typeof MyShifts>;

/** Planned work of every courier on a day, and what they can carry at once. */
export const WorkDays = z.strictObject({
  couriers: z.array(
    z.strictObject({
      courierId: Id,
      parcels: capacity.parcels,
      massG: capacity.massG,
      /** Those that touch the day, in order. */
      shifts: z.array(
        z.strictObject({
          start: InstantText,
          end: InstantText,
          breaks: z.array(
            z.strictObject({ earliest: InstantText, latest: InstantText, minutes: Break.shape.minutes }),
          ),
        }),
      ),
    }),
  ),
});
export type WorkDays = z.output<typeof WorkDays>;

const faults = [
  "shifts.bad-times",
  "shifts.break-outside",
  "shifts.overlap",
  "shifts.rest",
  "shifts.too-long",
] as const;
const seen = { id: Id, version: z.int() };

export const shiftsApi = {
  readShiftWeek: endpoint({
    id: "readShiftWeek",
    method: "GET",
    path: "/api/shifts",
    needs: "shift:plan",
    summary: "Who works when in a week, with wishes, vehicles, skills and the deliveries of each day",
    input: z.strictObject({ date: z.optional(LocalDate) }),
    reply: ShiftWeek,
    refusals: [],
  }),
  readWorkDay: endpoint({
    id: "readWorkDay",
    method: "GET",
    path: "/api/shifts/day",
    needs: "shift:plan",
    summary: "The planned shifts of a day with their breaks, and how much each courier can carry at once",
    input: z.strictObject({ date: LocalDate }),
    reply: WorkDays,
    refusals: [],
  }),
  planShifts: endpoint({
    id: "planShifts",
    method: "PUT",
    path: "/api/shifts",
    needs: "shift:plan",
    summary: "Plan whole days of couriers, all or none",
    input: z.strictObject({ cells: z.array(ShiftCell).check(z.minLength(1), z.maxLength(200)) }),
    reply: z.strictObject({ shifts: z.array(Shift) }),
    refusals: [
      ...faults,
      "shifts.changed-meanwhile",
      "shifts.courier-unknown",
      "shifts.vehicle-taken",
      "shifts.vehicle-unknown",
    ],
  }),
  answerWish: endpoint({
    id: "answerWish",
    method: "POST",
    path: "/api/shifts/:id/answer",
    needs: "shift:plan",
    summary: "Grant or refuse what a courier asked for: a shift, or to be freed of one",
    input: z.strictObject({ ...seen, isGranted: z.boolean() }),
    reply: Shift,
    refusals: [...faults, "http.not-found", "shifts.changed-meanwhile", "shifts.no-wish"],
  }),
  readMyShifts: endpoint({
    id: "readMyShifts",
    method: "GET",
    path: "/api/shifts/mine",
    needs: "shift:ask",
    summary: "A courier's own shifts from last week on, with their wishes, vehicle and skills",
    input: z.strictObject({}),
    reply: MyShifts,
    refusals: [],
  }),
  askForShift: endpoint({
    id: "askForShift",
    method: "POST",
    path: "/api/shifts/wishes",
    needs: "shift:ask",
    summary: "Ask for a shift of one's own; it counts once dispatch grants it",
    input: z.strictObject({ date: LocalDate, from: LocalTime, to: LocalTime, note: z.nullable(Note) }),
    reply: Shift,
    refusals: [...faults, "shifts.past", "shifts.too-many-wishes"],
  }),
  declineShift: endpoint({
    id: "declineShift",
    method: "POST",
    path: "/api/shifts/:id/decline",
    needs: "shift:ask",
    summary: "Ask to be freed of one's own shift; it counts until dispatch grants it",
    input: z.strictObject({ ...seen, note: z.nullable(Note) }),
    reply: Shift,
    refusals: ["http.not-found", "shifts.changed-meanwhile", "shifts.no-wish", "shifts.past"],
  }),
  withdrawWish: endpoint({
    id: "withdrawWish",
    method: "POST",
    path: "/api/shifts/:id/withdraw",
    needs: "shift:ask",
    summary: "Take back one's own wish before it is answered",
    input: z.strictObject(seen),
    reply: z.strictObject({}),
    refusals: ["http.not-found", "shifts.changed-meanwhile", "shifts.no-wish"],
  }),
  editMeans: endpoint({
    id: "editMeans",
    method: "PUT",
    path: "/api/couriers/:id/means",
    needs: "shift:plan",
    summary: "Say which vehicle a courier usually has, and what they can do",
    input: z.strictObject({ id: Id, ...Means.shape }),
    reply: Means,
    refusals: ["shifts.changed-meanwhile", "shifts.courier-unknown", "shifts.vehicle-unknown"],
  }),
  addVehicle: endpoint({
    id: "addVehicle",
    method: "POST",
    path: "/api/vehicles",
    needs: "vehicle:edit",
    audit: "company.vehicle-added",
    summary: "Add a vehicle of the company, with what it carries",
    input: VehicleFields,
    reply: Vehicle,
    refusals: ["shifts.name-taken"],
  }),
  editVehicle: endpoint({
    id: "editVehicle",
    method: "PUT",
    path: "/api/vehicles/:id",
    needs: "vehicle:edit",
    audit: "company.vehicle-changed",
    summary: "Change a vehicle, or retire it",
    input: Vehicle,
    reply: Vehicle,
    refusals: ["http.not-found", "shifts.changed-meanwhile", "shifts.name-taken"],
  }),
};
