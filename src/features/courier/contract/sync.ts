import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { ofAge, pin, scanned } from "#features/deliveries/contract/commands.ts";
import { Left } from "#features/parcels/contract/shapes.ts";
import { Id, Money, Name, Note, queryInt } from "#contract/schemas.ts";
import { PROOF_MOST_BYTES } from "../domain/limits.ts";
import { CourierDay } from "./api.ts";

/** Most commands of one call, and bytes of their bodies together. */
export const SYNC_LIMITS = { commands: 50, bytes: 64_000, body: 8_000, samples: 50 } as const;

/** Milliseconds since 1970 by the phone's clock. */
const Wall = z.int().check(z.gte(0));
/** Milliseconds of the page's monotonic clock, which restarts with each life. */
const Mono = z.number().check(z.gte(0));
/** One life of the page: from its load until it ends. */
const Life = Id;
const Code = z.nullable(z.string());

/**
 * A proof that a command names. Its bytes travel by themselves; kind, task and hash were fixed at the tap, so no other
 * picture can take its place.
 */
export const NamedProof = z.object({
  id: Id,
  kind: z.enum(["photo", "signature"]),
  /** SHA-256 of the bytes as the phone keeps them, in hex. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  bytes: z.int().check(z.gte(1)),
  /** Proof of another stop of the same tap with these very bytes: they travel once, under that id. */
  of: z.optional(Id),
});

const onTask = { deliveryId: Id, taskId: Id };
const ended = { note: z.nullable(Note), proofs: z.array(NamedProof).check(z.maxLength(10)) };
/** The stop's `addressTag` that the phone showed: an address that changed since is a conflict. */
const addressTag = z.optional(z.string().check(z.maxLength(40)));
const Reason = z.string().check(z.regex(/^[a-z_]{3,40}$/));

/**
 * Bodies of version 1, by the `type` beside them; loose, since a later build may say more. Frozen: a change of meaning is
 * a new version, and the old one stays readable for a year (`contract/fixtures/`).
 */
export const COMMAND_BODIES = {
  start: z.object(onTask),
  arrive: z.object(onTask),
  succeed: z.object({
    ...onTask,
    ...ended,
    ...scanned,
    recipientName: z.nullable(Name),
    ofAge,
    pin,
    addressTag,
  }),
  fail: z.object({ ...onTask, ...ended, reason: Reason }),
  correct: z.object({
    ...onTask,
    to: z.enum(["succeeded", "failed"]),
    reason: z.nullable(Reason),
    recipientName: z.nullable(Name),
    note: z.nullable(Note),
    /** Proofs of the corrected outcome; builds before November 2026 bring none. */
    proofs: z.optional(ended.proofs),
    ...scanned,
    ofAge,
    pin,
  }),
  shift: z.object({ onDuty: z.boolean() }),
  /** Cash that was handed over, by the amount that the phone showed. */
  cash: z.object({ ...onTask, amount: Money }),
} as const;
export type CommandType = keyof typeof COMMAND_BODIES;

/** Bodies of version 2: they name the parcels that did not change hands; those of version 1 speak of all parcels. */
export const BODIES_V2 = {
  succeed: z.object({ ...COMMAND_BODIES.succeed.shape, left: Left }),
  correct: z.object({ ...COMMAND_BODIES.correct.shape, left: Left }),
} as const;

/** Address of a part of a proof; `offset` is the place of its first byte. */
export const ProofPart = z.object({
  id: Id,
  deliveryId: Id,
  taskId: Id,
  kind: NamedProof.shape.kind,
  sha256: NamedProof.shape.sha256,
  total: queryInt(1, PROOF_MOST_BYTES),
  offset: queryInt(0, PROOF_MOST_BYTES),
});

/** One command as the phone froze it at the tap. The envelope is read loosely and never changes its meaning. */
export const SentCommand = z.object({
  id: Id,
  /** Counts the commands of this device and person from 1. */
  seq: z.int().check(z.gte(1)),
  type: z.string().check(z.maxLength(40)),
  v: z.int().check(z.gte(1)),
  /** JSON as written at the tap: the same bytes at each try. */
  body: z.string().check(z.maxLength(SYNC_LIMITS.body)),
  wall: Wall,
  mono: Mono,
  life: Life,
});
export type SentCommand = z.output<typeof SentCommand>;

/**
 * One reading of both clocks: the server said `server` when the phone's clocks showed `wall` and `mono`, at the receipt of
 * the answer. `seq` is the next command's number at that moment: commands from it on are later, those before it earlier.
 */
export const ClockSample = z.object({
  life: Life,
  mono: Mono,
  wall: Wall,
  server: z.int(),
  rtt: Mono,
  seq: z.int().check(z.gte(1)),
});
export type ClockSample = z.output<typeof ClockSample>;

/**
 * `accepted` changed the delivery; `replayed` did so before; `noted` is kept as evidence only; `conflict` changed it
 * against the plan; `refused` is final, a person decides; `later` says nothing: it waits, and this delivery's later
 * commands with it.
 */
export const VERDICTS = ["accepted", "replayed", "noted", "conflict", "refused", "later"] as const;

export const SyncResult = z.strictObject({
  id: Id,
  verdict: z.enum(VERDICTS),
  code: Code,
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type SyncResult = z.output<typeof SyncResult>;

export const SyncReply = z.strictObject({
  serverNow: z.int(),
  /** Renewed by each restore of the server from a backup. */
  epoch: Id,
  results: z.array(SyncResult),
  /** Null where the phone's `dayTag` still names it. */
  day: z.nullable(CourierDay),
  dayTag: z.string(),
});
export type SyncReply = z.output<typeof SyncReply>;

export const syncApi = {
  sync: endpoint({
    id: "sync",
    method: "POST",
    path: "/api/courier/sync",
    /** Any member: what a courier did before their role ended is taken in, too. */
    needs: "self",
    summary: "What a phone recorded, in its order; each command is taken in once and judged by itself",
    input: z.object({
      protocol: z.int(),
      deviceId: Id,
      build: z.string().check(z.maxLength(40)),
      /** Of the last reply; null on a phone that had none. */
      epoch: z.nullable(Id),
      dayTag: z.nullable(z.string().check(z.maxLength(80))),
      samples: z.array(ClockSample).check(z.maxLength(SYNC_LIMITS.samples)),
      /**
       * Unsent on the phone and not in this call, for the office; `nextSeq` shows gaps and wiped phones. `withdrawn` counts
       * the numbers of commands undone before they were ever sent, so that they are no gap.
       */
      waiting: z.object({
        commands: z.int().check(z.gte(0)),
        proofs: z.int().check(z.gte(0)),
        positions: z.int().check(z.gte(0)),
        nextSeq: z.int().check(z.gte(1)),
        withdrawn: z._default(z.int().check(z.gte(0)), 0),
      }),
      /** Each by itself: one that cannot be read holds up no other. */
      commands: z.array(SentCommand).check(z.maxLength(SYNC_LIMITS.commands)),
    }),
    reply: SyncReply,
    /** `courier.epoch-changed` read nothing: all kept work is sent again, in its order; its fact `epoch` is the new one. */
    refusals: ["courier.no-courier", "courier.epoch-changed"],
    keyedByContent: true,
  }),
};
