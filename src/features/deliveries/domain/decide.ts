import type { DeliveryCommand } from "./command.ts";
import { decideCorrect } from "./decide-correct.ts";
import { decideFail, decideStep, decideSucceed, timesOf } from "./decide-fact.ts";
import { decideHandOut } from "./decide-hand-out.ts";
import { decideHandle } from "./decide-handle.ts";
import { decideAssign, decideDecline, decideUnassign } from "./decide-plan.ts";
import { decideReopen } from "./decide-reopen.ts";
import type { DeliveryState } from "./delivery.ts";
import type { DeliveryChange, DeliveryEvent } from "./event.ts";
import type { Context } from "./policy.ts";

// oxlint-disable-next-line complexity -- one flat case for each command
function changesOf(delivery: DeliveryState, command: DeliveryCommand, context: Context): DeliveryChange[] {
  switch (command.type) {
    case "assign":
      return decideAssign(delivery, command, context);
    case "unassign":
      return decideUnassign(delivery, command, context);
    case "decline":
      return decideDecline(delivery, command, context);
    case "start":
    case "arrive":
      return decideStep(delivery, command, context);
    case "succeed":
      return decideSucceed(delivery, command, context);
    case "fail":
      return decideFail(delivery, command, context);
    case "correct":
      return decideCorrect(delivery, command, context);
    case "hand_out":
      return decideHandOut(delivery, command, context);
    case "reopen":
      return decideReopen(delivery, command, context);
    case "retry":
    case "send_back":
    case "withdraw":
    case "cancel":
    case "to_hub":
    case "load":
    case "lose":
    case "find":
    case "dispose":
      break;
  }
  return decideHandle(delivery, command, context);
}

/**
 * Returns a command's changes as events, to be stored in this order and applied by `evolve`. A command that was
 * accepted before changes nothing. Facts that a courier reports beat the plan: where they are about a task that
 * was unassigned meanwhile, every event carries `planConflict`.
 * @throws Refusal `accounts.forbidden`, `deliveries.not-found`, `deliveries.wrong-state`,
 * `deliveries.wrong-custody`, `deliveries.not-yours`, `deliveries.proof-missing`, `deliveries.reason-unknown`,
 * `deliveries.too-late-to-correct`, `deliveries.note-missing`, `deliveries.no-attempts-left`,
 * `deliveries.changed-meanwhile`, `deliveries.other-courier-begun`
 */
export function decide(delivery: DeliveryState, command: DeliveryCommand, context: Context): DeliveryEvent[] {
  const { commandId } = command;
  if (delivery.acceptedCommandIds.includes(commandId)) return [];
  const head = { commandId, by: context.actor, ...timesOf(command, context) };
  return changesOf(delivery, command, context).map((change) => ({ ...change, ...head }));
}
