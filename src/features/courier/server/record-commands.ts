import { reportTask } from "#features/deliveries/server/public.ts";
import type { ParsedOf } from "#contract/endpoint.ts";
import { fromIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { isOutOfReach } from "#server/db/out-of-reach.ts";
import type { Log } from "#server/http/app.ts";
import type { Context } from "#server/http/route.ts";
import type { WorkGuard } from "#server/room.ts";
import type { CommandResult, courierApi } from "../contract/api.ts";

type Given = ParsedOf<typeof courierApi.recordCommands>["commands"][number];

/**
 * Carries out what a phone recorded, in its order, each command in a transaction of its own. One that is refused is
 * answered by itself: the ones behind it in the phone's outbox are not held up. Only a rule refuses: a bug leaves its
 * command undecided, and what follows for that delivery too, since it may lean on it. A database out of reach says
 * nothing of any command: the whole call fails as busy, and the phone sends all of them again.
 */
export async function recordCommands(
  context: Context,
  commands: readonly Given[],
  log: Log,
  guard?: WorkGuard,
): Promise<CommandResult[]> {
  const results: CommandResult[] = [];
  const waiting = new Set<string>();
  for (const given of commands) {
    const deliveryId = given.deliveryId.toLowerCase();
    const result = waiting.has(deliveryId) ? undecided(given) : await recordOne(context, given, log, guard);
    if (result.result === "undecided") waiting.add(deliveryId);
    results.push(result);
  }
  return results;
}

async function recordOne(
  context: Context,
  given: Given,
  log: Log,
  guard: WorkGuard | undefined,
): Promise<CommandResult> {
  const { deliveryId, command } = given;
  const { commandId } = command;
  try {
    const { outcome } = await context.db.as(context.actor, (tx) =>
      reportTask(tx, context, { deliveryId, command: toDomain(command) }, guard),
    );
    return { commandId, result: outcome, code: null, facts: {} };
  } catch (error) {
    if (error instanceof Refusal && error.code !== "http.busy")
      return { commandId, result: "refused", code: error.code, facts: { ...error.facts } };
    if (isOutOfReach(error)) throw error;
    log.error({ requestId: context.requestId, commandId, error: String(error) }, "a command failed");
    return undecided(given);
  }
}

const undecided = ({ command }: Given): CommandResult => ({
  commandId: command.commandId,
  result: "undecided",
  code: "http.busy",
  facts: {},
});

const toDomain = (command: Given["command"]) => ({
  ...command,
  occurredAt: fromIso(command.occurredAt),
});
