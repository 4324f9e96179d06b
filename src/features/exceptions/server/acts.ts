import { reportTask, runCommand } from "#features/deliveries/server/public.ts";
import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import { fromIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Money } from "#kernel/money.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import type { WorkGuard } from "#server/room.ts";
import type { Resolution } from "../domain/kinds.ts";
import { plannedCourier } from "../domain/offer.ts";
import type { OpenException } from "./exception-rows.ts";

/** Exception as far as a later room acts on it. */
export type ActedOn = Pick<
  OpenException,
  "kind" | "deliveryId" | "taskId" | "courierId" | "facts" | "command"
>;

/** Author of a resolution, the note that they gave, and the amount to be paid again that they agreed to; null waives it. */
export type Resolver = Pick<Context, "actor" | "scope" | "now" | "key"> & {
  readonly note: string | null;
  readonly charge: Money | null;
};

/** Acts of a later room by resolution, in the transaction of the resolution. */
export type LaterActs = Readonly<
  Partial<Record<Resolution, (tx: Tx, about: ActedOn, now: Instant, by: Resolver) => Promise<void>>>
>;

interface Deed {
  readonly tx: Tx;
  readonly context: Context;
  readonly about: OpenException;
  readonly delivery: DeliveryRecord | undefined;
  readonly note: string | null;
  readonly guard: WorkGuard | undefined;
}

/** Commands get ids of their own: the call's key is the resolution's. */
const head = ({ now }: Context) => ({ commandId: newId(now), occurredAt: now });

/** Gives a task that was taken over back to the courier of the plan, or to nobody. */
async function giveBack({ tx, context, about, delivery, guard }: Deed): Promise<void> {
  const task = delivery?.tasks.find((one) => one.id === about.taskId);
  if (!delivery || !task) throw new Error("a task was offered back that is not there");
  const courierId = plannedCourier(task);
  const taskIds = [task.id];
  if (courierId !== null) await guard?.mayAssign(tx, context.now, [delivery.id]);
  const command =
    courierId === null
      ? { ...head(context), type: "unassign" as const, taskIds }
      : { ...head(context), type: "assign" as const, taskIds, courierId };
  await runCommand(tx, context, { deliveryId: delivery.id, command });
}

/** Gives the task to the courier who took its parcels over. */
async function handOver({ tx, context, about, delivery }: Deed): Promise<void> {
  const { taskId, courierId } = about;
  if (!delivery || taskId === null || courierId === null)
    throw new Error("a task was offered that is not there");
  const command = { ...head(context), type: "assign" as const, taskIds: [taskId], courierId };
  await runCommand(tx, context, { deliveryId: delivery.id, command }, { handover: true });
}

/** Records the refused report as the dispatcher, at the time at which it really happened. */
async function apply({ tx, context, about, delivery, note, guard }: Deed): Promise<void> {
  const { command } = about;
  if (!delivery || !command) throw new Error("a report was offered that is not there");
  const given = { ...command, occurredAt: fromIso(command.occurredAt) };
  // It has happened: proofs that are missing are an exception of their own.
  const report =
    given.type === "correct"
      ? { ...given, note: given.note ?? note, isReported: true }
      : { ...given, offline: true };
  await reportTask(tx, context, { deliveryId: delivery.id, command: report }, guard);
}

const handle =
  (type: "send_back" | "retry" | "to_hub" | "lose") =>
  async ({ tx, context, delivery, note }: Deed): Promise<void> => {
    if (!delivery) throw new Error("a delivery was offered that is not there");
    await runCommand(tx, context, { deliveryId: delivery.id, command: { ...head(context), type, note } });
  };

/** Changes of the delivery by resolution; the others change nothing but the exception. */
export const ACTS: Readonly<Partial<Record<Resolution, (deed: Deed) => Promise<void>>>> = {
  "give-back": giveBack,
  apply,
  "send-back": handle("send_back"),
  "try-again": handle("retry"),
  // The word about the neighbour is written by a later room, once there is another try.
  "leave-neighbour": handle("retry"),
  "keep-at-hub": handle("to_hub"),
  "mark-lost": handle("lose"),
  "hand-over": handOver,
};
