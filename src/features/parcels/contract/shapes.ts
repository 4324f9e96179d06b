import * as z from "zod/mini";
import { Id, InstantText } from "#contract/schemas.ts";
import { LEFT_HOWS, LEFT_NOTE_LETTERS } from "../domain/left.ts";
import { PARCEL_STATES } from "../domain/lifecycle.ts";
import { PARCEL_PLACES } from "../domain/story.ts";

/** A parcel that did not change hands; `proofIds` are among the proofs of the outcome. */
export const LeftParcel = z.strictObject({
  code: z.string().check(z.maxLength(40)),
  how: z.enum(LEFT_HOWS),
  note: z.nullable(z.string().check(z.trim(), z.maxLength(LEFT_NOTE_LETTERS))),
  proofIds: z.array(Id).check(z.maxLength(10)),
});

/** Parcels that stayed; those that are not named changed hands. */
export const Left = z.optional(z.array(LeftParcel).check(z.minLength(1), z.maxLength(99)));

/** One thing that happened to a parcel. */
const ParcelTurn = z.strictObject({
  state: z.enum(PARCEL_STATES),
  /** Reason for which it did not change hands; null where it did. */
  how: z.nullable(z.enum(LEFT_HOWS)),
  where: z.enum(PARCEL_PLACES),
  occurredAt: InstantText,
  recordedAt: InstantText,
  /** Null where the reader may not know the name. */
  by: z.nullable(z.string()),
});

/** A parcel with its state, and what happened to it in order. */
export const ParcelShown = z.strictObject({
  code: z.string(),
  state: z.enum(PARCEL_STATES),
  how: z.nullable(z.enum(LEFT_HOWS)),
  history: z.array(ParcelTurn),
});
export type ParcelShown = z.output<typeof ParcelShown>;
