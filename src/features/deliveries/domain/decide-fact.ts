import { advance } from "#kernel/machine.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Evidence, FailCommand, StepCommand, SucceedCommand } from "./command.ts";
import type { DeliveryState, Outcome, Task } from "./delivery.ts";
import { STEP_EVENTS, type DeliveryChange } from "./event.ts";
import { inCustodyOf, isAgainstPlan, notClosed, permit, taskOf } from "./guards.ts";
import type { Context } from "./policy.ts";
import { missingProofs, type ProofNeed, type ProofsGiven } from "#features/proofs/domain/needs.ts";
import { endByParcels, nameAt } from "./left-at.ts";
import { needsAt } from "./needs-at.ts";
import { type FailureReason, reasonOf } from "#features/parcels/domain/reasons.ts";
import { isScanned, scannedOf } from "./scanned.ts";
import { TASK_MACHINE, type TaskKind, type TaskState } from "./task-lifecycle.ts";

type FactCommand = StepCommand | SucceedCommand | FailCommand;

interface Fact {
  readonly task: Task;
  /** The task's state once the one who speaks has it. */
  readonly state: TaskState;
  readonly takeover: readonly DeliveryChange[];
}

/** Whether the fact is possible at all: facts beat plans, so a task that was taken away comes back to its courier. */
function admit(delivery: DeliveryState, command: FactCommand, { actor }: Context): Fact {
  permit(actor, "courier", "dispatcher");
  notClosed(delivery, command.type);
  const task = taskOf(delivery, command.taskId);
  const against = isAgainstPlan(task, actor);
  const state = against && task.state === "open" ? "assigned" : task.state;
  advance(TASK_MACHINE, state, command.type);
  inCustodyOf(delivery, command.type, task.kind === "collect" ? "sender" : "courier");
  const courierId = actor.courierId;
  if (!against || courierId === null) return { task, state, takeover: [] };
  return {
    task,
    state,
    takeover: [{ type: "delivery.taken_over", taskId: task.id, courierId, inferred: true }],
  };
}

/** The steps skipped before `before`, recorded with the same time. */
function skipped({ task, state }: Fact, before: "arrived" | "ended"): DeliveryChange[] {
  const names = STEP_EVENTS[task.kind];
  const steps: DeliveryChange[] = [];
  if (state === "assigned") steps.push({ type: names.started, taskId: task.id, inferred: true });
  if (before === "ended" && state !== "arrived")
    steps.push({ type: names.arrived, taskId: task.id, inferred: true });
  return steps;
}

function flagged(fact: Fact, changes: readonly DeliveryChange[]): DeliveryChange[] {
  if (fact.takeover.length === 0) return [...changes];
  return [...fact.takeover, ...changes].map((change) => ({ ...change, planConflict: true }));
}

/**
 * The proofs still missing. Recorded offline an end stands without them, and from a dispatcher with a note that says why.
 *
 * @throws Refusal `deliveries.proof-missing`, `deliveries.note-missing`
 */
export function proofsMissing(
  needs: readonly ProofNeed[],
  given: ProofsGiven & Partial<Pick<SucceedCommand, "offline" | "unproven">>,
  { actor }: Context,
): ProofNeed[] {
  const missing = missingProofs(needs, given);
  if (missing.length === 0 || given.offline) return missing;
  if (given.unproven !== true || actor.role !== "dispatcher")
    throw new Refusal("deliveries.proof-missing", { missing: missing.join(",") });
  mustSayWhy(given.note);
  return missing;
}

/** @throws Refusal `deliveries.note-missing` */
export function mustSayWhy(note: string | null): void {
  if ((note ?? "").trim() === "") throw new Refusal("deliveries.note-missing", { field: "note" });
}

/** Records that the courier is on the way or has arrived. */
export function decideStep(
  delivery: DeliveryState,
  command: StepCommand,
  context: Context,
): DeliveryChange[] {
  const fact = admit(delivery, command, context);
  const names = STEP_EVENTS[fact.task.kind];
  if (command.type === "start") return flagged(fact, [{ type: names.started, taskId: fact.task.id }]);
  return flagged(fact, [...skipped(fact, "arrived"), { type: names.arrived, taskId: fact.task.id }]);
}

/** A PIN is said to a courier at the door; a dispatcher who records the handover vouches for it. */
export const asked = ({ actor }: Context, needs: readonly ProofNeed[]): ProofNeed[] =>
  needs.filter((need) => need !== "pin" || actor.role !== "dispatcher");

/** Records that parcels were collected, delivered or returned, all or those that were not left. */
export function decideSucceed(
  delivery: DeliveryState,
  command: SucceedCommand,
  context: Context,
): DeliveryChange[] {
  const fact = admit(delivery, command, context);
  const { kind, id } = fact.task;
  const evidence = evidenceOf(delivery, command);
  const ended = endByParcels(delivery, fact.task, command.left, context.reasons);
  const { end: result, moved, needs, said } = ended;
  const given = { ...command, isScanned: isScanned(moved, evidence) };
  const proofMissing = proofsMissing(asked(context, needs), given, context);
  const recipientName = nameAt(ended, command.recipientName);
  const { note } = command;
  const outcome: Outcome = { ...said, recipientName, note, ...evidence, ...timesOf(command, context) };
  const end: DeliveryChange = { type: STEP_EVENTS[kind][result], taskId: id, outcome, proofMissing };
  return flagged(fact, [...skipped(fact, "ended"), end]);
}

/**
 * The reason with this code, also one that is no longer offered: a phone without a network could not know.
 *
 * @throws Refusal `deliveries.reason-unknown`
 */
export function knownReason(kind: TaskKind, code: string, { reasons }: Context): FailureReason {
  const reason = reasonOf(kind, code, reasons);
  if (!reason)
    throw new Refusal("deliveries.reason-unknown", { field: "command.reason", reason: code, kind });
  return reason;
}

/** It did not work, for a reason; a reason of the road does not say that the courier had arrived. */
export function decideFail(
  delivery: DeliveryState,
  command: FailCommand,
  context: Context,
): DeliveryChange[] {
  const fact = admit(delivery, command, context);
  const { kind, id } = fact.task;
  const reason = knownReason(kind, command.reason, context);
  const { note } = command;
  const needs = needsAt(delivery, kind, "fail", reason);
  const proofMissing = proofsMissing(needs, { ...command, recipientName: null }, context);
  const { code, fault } = reason;
  const outcome: Outcome = {
    reason: code,
    fault,
    recipientName: null,
    note,
    ...evidenceOf(delivery, command),
    ...timesOf(command, context),
  };
  const steps = reason.phase === "transit" ? [] : skipped(fact, "ended");
  return flagged(fact, [...steps, { type: STEP_EVENTS[kind].failed, taskId: id, outcome, proofMissing }]);
}

/** Evidence as an outcome keeps it. */
export const evidenceOf = (
  delivery: DeliveryState,
  { proofIds, pictures, ...shown }: Evidence & { readonly offline?: boolean },
) => ({
  proofIds,
  ...(pictures && { pictures }),
  ...scannedOf(delivery, shown),
  ...(shown.ofAge && { ofAge: shown.ofAge }),
  ...(shown.pinCheck && { pinCheck: shown.pinCheck }),
});

/** A device clock that runs ahead never writes the future. */
export function timesOf(
  command: { readonly occurredAt: number },
  { now }: Context,
): Pick<Outcome, "occurredAt" | "recordedAt"> {
  return { occurredAt: Math.min(command.occurredAt, now), recordedAt: now };
}
