import * as z from "zod/mini";
import { Id, InstantText, Name, Note, Window } from "#contract/schemas.ts";
import { Pin } from "#features/proofs/contract/api.ts";
import { Left } from "#features/parcels/contract/shapes.ts";
import { SCAN_EXCUSES } from "#features/proofs/domain/needs.ts";

/** Every change is a command: its id is made by the client, so sending it twice is harmless. */
const head = { commandId: Id, occurredAt: InstantText };
const onTask = { ...head, taskId: Id };

/** Recorded without a network at the time; the outcome stands even when a proof is still missing. */
const offline = { offline: z._default(z.boolean(), false) };

/** Codes of the parcels that were scanned, typed or ticked, and why some were not; absent from older phones. */
export const scanned = {
  codes: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(99))),
  notScanned: z.optional(z.enum(SCAN_EXCUSES)),
};

/** The courier saw a document that says 18 years or more; nothing of it is sent. */
export const ofAge = z.optional(z.literal(true));

/** A dispatcher's alone: proofs may be missing, and the note says why. */
const unproven = { unproven: z.optional(z.literal(true)) };

/** The PIN that the recipient said. */
export const pin = z.optional(Pin);

export const StartCommand = z.strictObject({ ...onTask, ...offline, type: z.literal("start") });
export const ArriveCommand = z.strictObject({ ...onTask, ...offline, type: z.literal("arrive") });
export const SucceedCommand = z.strictObject({
  ...onTask,
  ...offline,
  type: z.literal("succeed"),
  recipientName: z.nullable(Name),
  note: z.nullable(Note),
  proofIds: z.array(Id).check(z.maxLength(10)),
  /** Parcels that did not change hands; absent: all of them did. */
  left: Left,
  ...scanned,
  ...unproven,
  ofAge,
  pin,
});
export const FailCommand = z.strictObject({
  ...onTask,
  ...offline,
  type: z.literal("fail"),
  reason: z.string().check(z.regex(/^[a-z_]{3,40}$/)),
  note: z.nullable(Note),
  proofIds: z.array(Id).check(z.maxLength(10)),
  ...unproven,
});
export const CorrectCommand = z.strictObject({
  ...onTask,
  type: z.literal("correct"),
  to: z.enum(["succeeded", "failed"]),
  reason: z.nullable(z.string().check(z.regex(/^[a-z_]{3,40}$/))),
  recipientName: z.nullable(Name),
  note: z.nullable(Note),
  /** Parcels that were not delivered, towards `failed`; the others stay delivered. */
  left: Left,
  /** Added to the proofs of the corrected outcome. */
  proofIds: z.optional(z.array(Id).check(z.maxLength(10))),
  ...scanned,
  ...unproven,
  ofAge,
});

/** Facts that a courier (or a dispatcher for them) records about a task. */
export const TaskCommand = z.discriminatedUnion("type", [
  StartCommand,
  ArriveCommand,
  SucceedCommand,
  FailCommand,
  CorrectCommand,
]);
export type TaskCommand = z.output<typeof TaskCommand>;

const handling = { ...head, note: z.nullable(Note) };
/** Decisions of a dispatcher about a whole delivery. */
export const HandleCommand = z.discriminatedUnion("type", [
  z.strictObject({
    ...handling,
    type: z.literal("retry"),
    /** The newly promised time; without it the promise stays. A return has none. */
    window: z.optional(Window),
  }),
  z.strictObject({ ...handling, type: z.literal("send_back") }),
  z.strictObject({ ...handling, type: z.literal("to_hub") }),
  z.strictObject({ ...handling, type: z.literal("load") }),
  z.strictObject({ ...handling, type: z.literal("lose") }),
  z.strictObject({ ...handling, type: z.literal("find") }),
  z.strictObject({ ...handling, type: z.literal("dispose") }),
]);
export type HandleCommand = z.output<typeof HandleCommand>;
