import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Cursor, Id, InstantText, Money, Nothing, Note, PageSize, Window, page } from "#contract/schemas.ts";
import { TaskKind } from "#features/deliveries/contract/shapes.ts";
import { BY_ITSELF, CONFLICT_CAUSES, EXCEPTION_KINDS, RESOLUTIONS } from "../domain/kinds.ts";

const ExceptionKind = z.enum(EXCEPTION_KINDS);
const Resolution = z.enum(RESOLUTIONS);
const Resolved = z.enum([...RESOLUTIONS, BY_ITSELF]);
const Person = z.strictObject({ id: Id, name: z.string() });
/** 1 is the worst. */
const Severity = z.int().check(z.gte(1), z.lte(4));

/** Work to settle, as a line of the queue. */
export const ExceptionRow = z.strictObject({
  id: Id,
  kind: ExceptionKind,
  severity: Severity,
  happenedAt: InstantText,
  openedAt: InstantText,
  /** When somebody should have settled it. */
  dueAt: InstantText,
  delivery: z.nullable(z.strictObject({ id: Id, number: z.string() })),
  task: z.nullable(z.strictObject({ id: Id, kind: TaskKind, window: Window })),
  /** Address of the task, else of the drop-off; null without a delivery. */
  place: z.nullable(z.string()),
  courier: z.nullable(Person),
  /** Contradiction of a `plan_conflict`, and the courier of the plan; null for the other kinds. */
  against: z.nullable(z.strictObject({ cause: z.enum(CONFLICT_CAUSES), planned: z.nullable(Person) })),
  owner: z.nullable(Person),
  resolvedAt: z.nullable(InstantText),
  resolution: z.nullable(Resolved),
});
export type ExceptionRow = z.output<typeof ExceptionRow>;

export const ExceptionEntry = z.strictObject({
  what: z.enum(["opened", "taken", "noted", "resolved", "reopened", "let-go"]),
  at: InstantText,
  /** Null where Waybill did it. */
  by: z.nullable(z.string()),
  resolution: z.nullable(Resolved),
  note: z.nullable(z.string()),
});
export type ExceptionEntry = z.output<typeof ExceptionEntry>;

/** An exception with its history and the resolutions that are possible now. */
export const Exception = z.strictObject({
  ...ExceptionRow.shape,
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The report of the phone that was refused. */
  reported: z.nullable(z.strictObject({ type: z.string(), occurredAt: InstantText })),
  courierPhone: z.nullable(z.string()),
  history: z.array(ExceptionEntry),
  resolutions: z.array(Resolution),
  /** Costs of these resolutions for the sender, once they were done; null where they are free. */
  costs: z.strictObject({ "try-again": z.nullable(Money), "send-back": z.nullable(Money) }),
  /** Amount that is to be paid again once it is reopened, unless it is waived; null where nothing is. */
  reopening: z.nullable(
    z.strictObject({ amount: Money, owedBy: z.enum(["sender", "recipient"]), isPaid: z.boolean() }),
  ),
});
export type Exception = z.output<typeof Exception>;

const ONE = z.strictObject({ id: Id });

const RESOLVED_BY = [
  "exceptions.not-found",
  "exceptions.closed",
  "exceptions.not-offered",
  "deliveries.not-found",
  "deliveries.wrong-state",
  "deliveries.wrong-custody",
  "deliveries.reason-unknown",
] as const;

export const exceptionsApi = {
  listExceptions: endpoint({
    id: "listExceptions",
    method: "GET",
    path: "/api/exceptions",
    needs: "exception:read",
    summary: "Open exceptions, the worst and oldest first, or resolved ones, newest first; page by cursor",
    input: z.strictObject({
      group: z._default(z.enum(["open", "resolved"]), "open"),
      kind: z.optional(ExceptionKind),
      owner: z.optional(z.literal("me")),
      cursor: z.optional(Cursor),
      limit: PageSize,
    }),
    reply: page(ExceptionRow),
    refusals: [],
  }),
  countExceptions: endpoint({
    id: "countExceptions",
    method: "GET",
    path: "/api/exceptions/count",
    needs: "exception:read",
    summary: "How many exceptions are open, and how severe the worst is",
    input: Nothing,
    reply: z.strictObject({ open: z.int(), worst: z.nullable(Severity) }),
    refusals: [],
  }),
  readException: endpoint({
    id: "readException",
    method: "GET",
    path: "/api/exceptions/:id",
    needs: "exception:read",
    summary: "An exception with its history and the resolutions that are possible now",
    input: ONE,
    reply: Exception,
    refusals: ["exceptions.not-found"],
  }),
  takeException: endpoint({
    id: "takeException",
    method: "POST",
    path: "/api/exceptions/:id/take",
    needs: "exception:handle",
    summary: "Become the owner of an open exception",
    input: ONE,
    reply: Exception,
    refusals: ["exceptions.not-found", "exceptions.closed"],
  }),
  noteException: endpoint({
    id: "noteException",
    method: "POST",
    path: "/api/exceptions/:id/notes",
    needs: "exception:handle",
    summary: "Add a note to the history of an open exception",
    input: z.strictObject({ id: Id, note: Note.check(z.minLength(1)) }),
    reply: Exception,
    refusals: ["exceptions.not-found", "exceptions.closed"],
  }),
  resolveException: endpoint({
    id: "resolveException",
    method: "POST",
    path: "/api/exceptions/:id/resolve",
    needs: "exception:handle",
    summary: "Resolve an open exception; what the resolution does to the delivery happens in the same step",
    input: z.strictObject({ id: Id, resolution: Resolution, note: z.nullable(Note) }),
    reply: Exception,
    refusals: [
      ...RESOLVED_BY,
      "exceptions.note-missing",
      "deliveries.proof-missing",
      "deliveries.note-missing",
      "deliveries.not-to-collect",
      "deliveries.money-unsafe",
      "deliveries.too-late-to-edit",
      "choices.not-possible",
    ],
  }),
  reopenException: endpoint({
    id: "reopenException",
    method: "POST",
    path: "/api/exceptions/:id/reopen",
    needs: "exception:handle",
    audit: "board.reopened",
    summary:
      "Reopen a cancelled delivery that was carried out all the same, by the refused report: it is recorded at its true time with its proofs, and what is to be paid again is asked for or waived",
    input: z.strictObject({
      id: Id,
      /** Amount that was shown; null waives it. */
      charge: z.nullable(Money),
      note: z.nullable(Note),
    }),
    reply: Exception,
    refusals: [...RESOLVED_BY, "exceptions.charge-changed"],
  }),
};
