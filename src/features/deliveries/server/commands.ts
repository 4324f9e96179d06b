import type { ParsedOf } from "#contract/endpoint.ts";
import { checkPin } from "#features/proofs/server/public.ts";
import type { Tx } from "#server/db/db.ts";
import { keepInverse } from "#server/db/inverse.ts";
import type { Context } from "#server/http/route.ts";
import type { WorkGuard } from "#server/room.ts";
import { instantIn } from "#server/http/instant-in.ts";
import type { deliveriesApi } from "../contract/api.ts";
import type { Delivery } from "../contract/shapes.ts";
import { promiseWindows } from "./edit-delivery.ts";
import { mayReport, type Who } from "./access.ts";
import { readDelivery } from "./record.ts";
import { reportTask } from "./report-task.ts";
import { runCommand } from "./run-command.ts";
import { viewAfter } from "./view.ts";

/** A dispatcher's command. @throws Refusal as `runCommand`; as `promiseWindows` where another try names its time */
export function handleDelivery(
  { id, command }: ParsedOf<typeof deliveriesApi.handleDelivery>,
  context: Context,
): Promise<Delivery> {
  const occurredAt = instantIn(command.occurredAt, "command.occurredAt");
  const promised = command.type === "retry" ? command.window : undefined;
  return context.db.as(context.actor, async (tx) => {
    const { outcome, before } = await runCommand(tx, context, {
      deliveryId: id,
      command: { ...command, occurredAt },
    });
    if (outcome === "accepted" && isTakenBack(command.type, before.stateShown))
      keepInverse(tx, { by: "withdraw", data: { deliveryId: before.id, undoes: command.commandId } });
    if (promised && outcome === "accepted") {
      const start = instantIn(promised.start, "command.window.start");
      const end = instantIn(promised.end, "command.window.end");
      await promiseWindows(
        tx,
        { ...context, key: command.commandId },
        new Map([[id.toLowerCase(), { start, end }]]),
      );
    }
    return viewAfter(tx, context, id);
  });
}

/** Whether `withdraw` leads back to where a command began. */
const isTakenBack = (type: string, before: string): boolean =>
  before === "attempt_failed" && (type === "retry" || type === "send_back");

/** Whether the caller may report facts about the delivery of this id. */
export async function mayReportOn(tx: Tx, who: Who, id: string): Promise<boolean> {
  const record = await readDelivery(tx, id);
  return record !== undefined && mayReport(record, who);
}

/** Records a fact of a stop; a PIN that arrives at once is checked first. @throws Refusal as `checkPin` and `reportTask` */
export async function performTask(
  { id, command }: ParsedOf<typeof deliveriesApi.performTask>,
  context: Context,
  guard?: WorkGuard,
): Promise<Delivery> {
  const occurredAt = instantIn(command.occurredAt, "command.occurredAt");
  if (command.type === "succeed" && command.pin !== undefined && !command.offline)
    await checkPin(mayReportOn, { id, pin: command.pin }, context);
  return context.db.as(context.actor, async (tx) => {
    await reportTask(tx, context, { deliveryId: id, command: { ...command, occurredAt } }, guard);
    return viewAfter(tx, context, id);
  });
}
