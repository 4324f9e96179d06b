import { codesAt } from "#features/parcels/domain/left.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { HandOutCommand } from "./command.ts";
import { evidenceOf, proofsMissing, timesOf } from "./decide-fact.ts";
import { type DeliveryState, type Outcome, latest } from "./delivery.ts";
import type { DeliveryChange } from "./event.ts";
import { permit, wrongState } from "./guards.ts";
import { needsAt } from "./needs-at.ts";
import type { Context } from "./policy.ts";
import { isScanned } from "./scanned.ts";
import { stateOf } from "./state.ts";

/**
 * Hands the parcels to their recipient at the hub. A courier who was to bring them loses the stop first, so that the end
 * is nobody's try. The recipient stands at the counter: a PIN that is asked for is said there.
 *
 * @throws Refusal `deliveries.wrong-state` anywhere but at the hub, `deliveries.changed-meanwhile`, `deliveries.proof-missing`,
 * `deliveries.note-missing`, `deliveries.code-unknown`
 */
export function decideHandOut(
  delivery: DeliveryState,
  command: HandOutCommand,
  context: Context,
): DeliveryChange[] {
  permit(context.actor, "dispatcher");
  const task = latest(delivery, "deliver");
  if (stateOf(delivery) !== "at_hub" || task?.id !== command.taskId) throw wrongState(delivery, command.type);
  if (command.version !== delivery.version)
    throw new Refusal("deliveries.changed-meanwhile", { version: delivery.version });
  const { recipientName, note } = command;
  const evidence = evidenceOf(delivery, command);
  const given = { ...command, isScanned: isScanned(codesAt(delivery, task), evidence) };
  const proofMissing = proofsMissing(needsAt(delivery, "deliver", "succeed"), given, context);
  const outcome: Outcome = {
    reason: null,
    fault: null,
    recipientName,
    note,
    ...evidence,
    place: "hub",
    ...timesOf(command, context),
  };
  const lost: DeliveryChange[] =
    task.courierId === null ? [] : [{ type: "delivery.unassigned", taskIds: [task.id] }];
  return [...lost, { type: "delivery.delivered", taskId: task.id, outcome, proofMissing }];
}
