import { MINUTE_MS } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import type { WorkGuard } from "#server/room.ts";
import type { CorrectCommand, FailCommand, StepCommand, SucceedCommand } from "../domain/command.ts";
import { doerOf } from "../domain/doer.ts";
import type { Who } from "./access.ts";
import { runCommand, type CommandOutcome } from "./run-command.ts";

/** A report older than this waited for a network, whatever the phone says of it. */
const KEPT_MS = 2 * MINUTE_MS;

type Report = StepCommand | SucceedCommand | FailCommand | CorrectCommand;

interface Reported {
  readonly deliveryId: string;
  readonly command: Report;
  /** It waited on a phone, whatever its age. */
  readonly wasKept?: boolean;
}

/**
 * Records a fact of a stop. A report that arrives at once is refused where work may not begin; one that a phone
 * kept, or that a dispatcher makes for somebody else, has happened and is stored.
 * @throws Refusal `deliveries.not-to-collect` and as `runCommand`
 */
export async function reportTask(
  tx: Tx,
  who: Who,
  { deliveryId, command, wasKept = false }: Reported,
  guard: WorkGuard | undefined,
): Promise<CommandOutcome> {
  const { taskId, type, commandId } = command;
  const { role, courierId } = doerOf(who.actor);
  const isKept =
    wasKept || ("offline" in command && command.offline) || who.now - command.occurredAt > KEPT_MS;
  const isFact = isKept || role !== "courier";
  const deed = {
    deliveryId,
    taskId,
    type,
    commandId,
    courierId: role === "courier" ? courierId : null,
    isFact,
  };
  const facts = await guard?.mayRecord(tx, who.now, deed);
  return runCommand(tx, who, { deliveryId, command }, facts);
}
