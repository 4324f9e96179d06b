import { Refusal } from "#kernel/refusal.ts";
import { couriersById } from "#features/accounts/server/public.ts";
import type { FailureReason } from "#features/parcels/domain/reasons.ts";
import { readReasons } from "#features/reasons/server/public.ts";
import { comparePins, type TypedPin } from "#features/proofs/server/public.ts";
import { acceptAll } from "#server/db/commands.ts";
import type { Tx } from "#server/db/db.ts";
import { emitAll } from "#server/db/events.ts";
import { newId } from "#server/ids.ts";
import type { DeliveryCommand } from "../domain/command.ts";
import { decide } from "../domain/decide.ts";
import type { DeliveryState } from "../domain/delivery.ts";
import { doerOf } from "../domain/doer.ts";
import { evolve } from "../domain/evolve.ts";
import type { DeliveryEvent } from "../domain/event.ts";
import { DEFAULT_POLICY } from "../domain/policy.ts";
import { mayReport, notFound, type Who } from "./access.ts";
import { storedEvent, type Facts } from "./delivery-events.ts";
import { followOrders } from "./orders/follow-order.ts";
import { proofsById, type ProofRecord } from "./proofs/proof-records.ts";
import { lockDeliveries, type DeliveryRecord } from "./record.ts";
import { writeDeliveries } from "./write-delivery.ts";
import { writeContext } from "#server/db/tx-context.ts";

export interface CommandOutcome {
  /** `replayed`: this command was accepted before and changed nothing now. */
  readonly outcome: "accepted" | "replayed";
  readonly delivery: DeliveryState;
  readonly before: DeliveryRecord;
  /** Events of this call: none of a replay. */
  readonly events: readonly DeliveryEvent[];
}

export interface Addressed {
  readonly deliveryId: string;
  readonly command: DeliveryCommand;
}

interface Decided {
  readonly before: DeliveryRecord;
  readonly after: DeliveryState;
  readonly events: readonly DeliveryEvent[];
  readonly commandId: string;
  readonly occurredAt: number;
}

/**
 * Carries out one command in the caller's transaction: holds the delivery, accepts the command once, lets the rules
 * decide, and writes what follows with its events.
 *
 * @throws Refusal `deliveries.not-found` and whatever `decide` refuses; `deliveries.proof-unknown`
 */
export async function runCommand(
  tx: Tx,
  who: Who,
  addressed: Addressed,
  extra: Facts = {},
): Promise<CommandOutcome> {
  const [result] = await runCommands(tx, who, [addressed], extra);
  if (!result) throw notFound({ id: addressed.deliveryId });
  return result;
}

/**
 * As `runCommand` for several deliveries, each named once; all or none. The number of statements does not grow with
 * them.
 *
 * @param extra facts that every stored event of this call carries
 */
export async function runCommands(
  tx: Tx,
  who: Who,
  addressed: readonly Addressed[],
  extra: Facts = {},
): Promise<CommandOutcome[]> {
  const { actor, now } = who;
  const records = await lockDeliveries(
    tx,
    addressed.map((one) => one.deliveryId),
  );
  const pairs = addressed.map(({ deliveryId, command }) => {
    const before = records.find((record) => record.id === deliveryId.toLowerCase());
    if (!before || !mayReport(before, who)) throw notFound({ id: deliveryId });
    return { before, command };
  });
  const fresh = await acceptAll(
    tx,
    actor,
    now,
    pairs.map(({ before, command }) => ({
      commandId: command.commandId,
      type: command.type,
      aggregateId: before.id,
      body: { deliveryId: before.id, command },
      occurredAt: Math.min(command.occurredAt, now),
    })),
  );
  const accepted = pairs.filter(({ command }) => fresh.has(command.commandId));
  const kept = await keptProofs(tx, accepted);
  const pins = await comparePins(tx, accepted.flatMap(typedPin));
  const reasons = accepted.some(({ command }) => mayFail(command)) ? await readReasons(tx) : undefined;
  const decided = accepted.map(({ before, command }) => {
    const pinCheck = pins.get(before.id);
    return decideOne(before, { ...seen(command, kept), ...(pinCheck && { pinCheck }) }, { ...who, reasons });
  });
  await write(tx, who, decided, extra);
  return pairs.map(({ before, command }) => {
    const one = decided.find(({ commandId }) => commandId === command.commandId);
    return one
      ? { outcome: "accepted", delivery: one.after, before, events: one.events }
      : { outcome: "replayed", delivery: before, before, events: [] };
  });
}

interface Deciding extends Who {
  /** Absent where no command of the call can fail. */
  readonly reasons: readonly FailureReason[] | undefined;
}

function decideOne(
  before: DeliveryRecord,
  command: DeliveryCommand,
  { actor, now, reasons }: Deciding,
): Decided {
  const context = { actor: doerOf(actor), now, policy: DEFAULT_POLICY, newTaskId: newId(now), reasons };
  const events = decide(before, command, context);
  const { commandId, occurredAt } = command;
  const after = events.reduce<DeliveryState>(evolve, before);
  return { before, after, events, commandId, occurredAt: Math.min(occurredAt, now) };
}

async function write(tx: Tx, { actor, now }: Who, decided: readonly Decided[], extra: Facts): Promise<void> {
  if (decided.length === 0) return;
  await writeDeliveries(writeContext(tx, { actor, now }), decided, await namesOf(tx, decided));
  const happened = decided.flatMap(({ before, events }) => {
    let state: DeliveryState = before;
    return events.map((event) => {
      const step = { before: state, after: evolve(state, event) };
      state = step.after;
      return storedEvent(before, step, event, extra);
    });
  });
  const followed = await followOrders(tx, decided, extra);
  await emitAll(tx, actor, now, [...happened, ...followed]);
}

/** Names of all couriers on these deliveries; only those who are new to them are looked up. */
async function namesOf(tx: Tx, decided: readonly Decided[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const { before } of decided)
    for (const task of before.tasks)
      if (task.courierId !== null && task.courierName !== null) names.set(task.courierId, task.courierName);
  const wanted = decided.flatMap(({ after }) => after.tasks.flatMap((task) => task.courierId ?? []));
  const unknown = [...new Set(wanted)].filter((id) => !names.has(id));
  if (unknown.length === 0) return names;
  for (const courier of await couriersById(tx, unknown)) names.set(courier.id, courier.name);
  const stranger = unknown.find((id) => !names.has(id));
  if (stranger) throw new Error(`a task was given to ${stranger}, who is no courier`);
  return names;
}

/** Whether the outcome may say whose fault it was. */
const mayFail = (command: DeliveryCommand): boolean =>
  command.type === "fail" || command.type === "correct" || (command.type === "succeed" && !!command.left);

type Ended = Extract<DeliveryCommand, { readonly type: "succeed" | "fail" | "correct" | "hand_out" }>;
const isEnd = (command: DeliveryCommand): command is Ended => "note" in command && "taskId" in command;

const typedPin = ({ before, command }: { before: DeliveryRecord; command: DeliveryCommand }): TypedPin[] =>
  "pin" in command && command.pin !== undefined ? [{ deliveryId: before.id, pin: command.pin }] : [];

/** Proofs that these commands name, as far as they are kept; those of a phone's report name their kinds themselves. */
function keptProofs(tx: Tx, pairs: readonly { readonly command: DeliveryCommand }[]): Promise<ProofRecord[]> {
  const named = pairs.flatMap(({ command }) =>
    isEnd(command) && !command.pictures ? (command.proofIds ?? []) : [],
  );
  return named.length === 0 ? Promise.resolve([]) : proofsById(tx, named);
}

/**
 * The command with the kinds of its pictures. Online, every proof that it names must be kept for that very task; offline
 * ones may still be on their way.
 *
 * @throws Refusal `deliveries.proof-unknown`
 */
function seen(command: DeliveryCommand, kept: readonly ProofRecord[]): DeliveryCommand {
  if (!isEnd(command) || command.pictures) return command;
  const own = kept.filter(({ taskId }) => taskId === command.taskId.toLowerCase());
  const { proofIds = [] } = command;
  const found = proofIds.map((id) => own.find((proof) => proof.id === id.toLowerCase()));
  const unknown = proofIds[found.indexOf(undefined)];
  if (!("offline" in command && command.offline) && unknown !== undefined)
    throw new Refusal("deliveries.proof-unknown", { proofId: unknown.toLowerCase() });
  return { ...command, pictures: found.flatMap((proof) => proof?.kind ?? []) };
}
