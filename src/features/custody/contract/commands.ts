import * as z from "zod/mini";
import { Id, LocalDate, Name } from "#contract/schemas.ts";
import type { ReadBody, Report } from "#features/courier/domain/sync/report.ts";
import { MOST_DELIVERIES } from "../domain/handover-code.ts";

const Code = z.string().check(z.regex(/^\d{10}$/));
const ParcelCode = z.string().check(z.maxLength(40));
/** Lines of a load check that one command carries, and letters of them; a longer check is several commands. */
export const MOST_LINES = 30;
export const MOST_LETTERS = 7_000;
/** Task or code by which lines of a load check are ordered. */
const Place = z.optional(z.string().check(z.maxLength(40)));

/**
 * Bodies of version 1, as in the courier's `COMMAND_BODIES`: loose, frozen, readable for a year (`fixtures/`). A handover
 * is two halves of one code, each of its own phone; each delivery has a command of its own.
 */
export const CUSTODY_BODIES = {
  handed_over: z.object({
    deliveryId: Id,
    taskId: Id,
    code: Code,
    /** Makes the code together with `at` and `deliveryIds`. */
    secret: Id,
    at: z.int().check(z.gte(0)),
    deliveryIds: z.array(Id).check(z.minLength(1), z.maxLength(MOST_DELIVERIES)),
  }),
  /** Names no delivery where the digits were typed: the giver's half does. */
  taken_over: z.object({ deliveryId: z.nullable(Id), taskId: z.nullable(Id), code: Code }),
  /** End of parcels in hand whose delivery is cancelled. */
  parcel_ended: z.object({
    deliveryId: Id,
    taskId: Id,
    to: z.enum(["sender", "hub"]),
    takenBy: z.nullable(Name),
  }),
  load_checked: z.object({
    date: LocalDate,
    missing: z
      .array(z.object({ deliveryId: Id, taskId: Id, codes: z.array(ParcelCode).check(z.maxLength(20)) }))
      .check(z.maxLength(MOST_LINES)),
    /** Codes of parcels that are in none of the courier's stops. */
    foreign: z.array(ParcelCode).check(z.maxLength(MOST_LINES)),
    /** One of several commands of a check says nothing of places up to `after` and beyond `until`. */
    after: Place,
    until: Place,
  }),
} as const;
export type LoadChecked = z.output<typeof CUSTODY_BODIES.load_checked>;
type CustodyType = keyof typeof CUSTODY_BODIES;
export type CustodyBody = {
  [T in CustodyType]: { type: T } & z.output<(typeof CUSTODY_BODIES)[T]>;
}[CustodyType];

const VERSION = 1;
const isOurs = (type: string): type is CustodyType => Object.hasOwn(CUSTODY_BODIES, type);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a command of this room; undefined for one of another room. */
export function readCustody({
  type,
  v,
  body: text,
}: Pick<Report, "type" | "v" | "body">): ReadBody | undefined {
  if (!isOurs(type)) return undefined;
  if (v > VERSION) return { kind: "newer", deliveryId: null };
  const read = CUSTODY_BODIES[type].safeParse(parsed(text));
  if (!read.success) return { kind: "malformed", deliveryId: null };
  // Safe: the schema of this very type parsed it.
  const said = { type, ...read.data } as CustodyBody;
  const deliveryId = "deliveryId" in said ? (said.deliveryId?.toLowerCase() ?? null) : null;
  const taskId = "taskId" in said ? (said.taskId?.toLowerCase() ?? null) : null;
  return { kind: "read", body: { type: "other", deliveryId, taskId, said } };
}
