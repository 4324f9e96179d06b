import { chargeReopened } from "#features/charges/server/public.ts";
import { refusedSuccess } from "#features/courier/server/public.ts";
import type { SucceedCommand } from "#features/deliveries/domain/command.ts";
import {
  type DeliveryRecord,
  readDelivery,
  reportTask,
  runCommand,
} from "#features/deliveries/server/public.ts";
import type { ActedOn, LaterActs } from "#features/exceptions/server/public.ts";
import { fromIso } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { writeContext } from "#server/db/tx-context.ts";
import { derivedId, newId } from "#server/ids.ts";
import { endReopened } from "./in-hand.ts";

type Act = NonNullable<LaterActs["reopen"]>;
type By = Parameters<Act>[3];

/** A success as a phone reported it, by its courier. */
interface Told {
  readonly courierId: string;
  readonly command: SucceedCommand;
}

/** The refused report as it is recorded now: it has happened, proofs that are missing are an exception of their own. */
function toldIn({ courierId, command }: ActedOn): Told {
  if (courierId === null || command?.type !== "succeed")
    throw new Error("a report was offered that is not there");
  return { courierId, command: { ...command, occurredAt: fromIso(command.occurredAt), offline: true } };
}

/**
 * The pickup before a drop-off that was reported: as its own refused report says, with its proofs. Where no phone reported
 * it, it follows from the drop-off, at the same time.
 */
async function pickupBefore(tx: Tx, taskId: string, { courierId, command }: Told, by: By): Promise<Told> {
  const reported = await refusedSuccess(tx, taskId);
  if (reported)
    return {
      ...reported,
      // None happens after what it made possible.
      command: {
        ...reported.command,
        occurredAt: Math.min(reported.command.occurredAt, command.occurredAt),
      },
    };
  const { occurredAt } = command;
  const bare = { note: null, recipientName: null, proofIds: [], offline: true };
  return { courierId, command: { ...bare, type: "succeed", commandId: newId(by.now), taskId, occurredAt } };
}

/** The reports that are recorded once the delivery is open, in order. */
async function toldOf(tx: Tx, { tasks }: DeliveryRecord, about: ActedOn, by: By): Promise<Told[]> {
  const told = toldIn(about);
  const task = tasks.find(({ id }) => id === about.taskId);
  const pickup = tasks.findLast(({ kind }) => kind === "collect");
  if (!task || !pickup) throw new Error("a task was offered that is not there");
  return task.id === pickup.id ? [told] : [await pickupBefore(tx, pickup.id, told, by), told];
}

/**
 * Reopens a cancelled delivery that was carried out all the same: as the phones reported it, with their proofs, and with what
 * is to be paid again. The parcels go on with the courier who has them.
 *
 * @param provider that takes the cards; undefined where none are taken
 */
export const reopenAct =
  (provider: string | undefined): Act =>
  async (tx, about, now, by) => {
    const { deliveryId } = about;
    const delivery = deliveryId === null ? undefined : await readDelivery(tx, deliveryId);
    if (!delivery) throw new Error("a delivery was offered that is not there");
    const told = await toldOf(tx, delivery, about, by);
    const [first, last] = [told[0], told.at(-1)];
    if (!first || !last) throw new Error("no report was offered");
    const { taskId } = last.command;
    await chargeReopened(writeContext(tx, by), {
      delivery,
      provider,
      paymentId: derivedId(last.command.commandId, "reopened"),
      charge: by.charge,
      reopen: async (facts) => {
        const head = { commandId: newId(now), occurredAt: now, courierId: first.courierId };
        const command = { ...head, type: "reopen" as const, taskId };
        await runCommand(tx, by, { deliveryId: delivery.id, command }, facts);
        for (const one of told) await record(tx, by, delivery.id, { ...one, hasBefore: first.courierId });
      },
    });
    await endReopened(tx, delivery.id, taskId, now);
  };

interface Recorded extends Told {
  /** Courier who has the task by now. */
  readonly hasBefore: string;
}

/** Records one report; parcels that a colleague carried on were handed over between the two. */
async function record(
  tx: Tx,
  by: By,
  deliveryId: string,
  { courierId, command, hasBefore }: Recorded,
): Promise<void> {
  if (courierId !== hasBefore) {
    const head = { commandId: newId(by.now), occurredAt: by.now };
    const assign = { ...head, type: "assign" as const, taskIds: [command.taskId], courierId };
    await runCommand(tx, by, { deliveryId, command: assign }, { handover: true });
  }
  await reportTask(tx, by, { deliveryId, command, wasKept: true }, undefined);
}
