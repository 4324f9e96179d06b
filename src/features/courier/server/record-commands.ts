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
 * Carries out what a phone recorded, in its order, each command in a transaction of its own. One that is refused, or
 * that meets a bug, is answered by itself: the ones behind it in the phone's outbox are not held up. A database out of
 * reach says nothing of any command: the whole call fails as busy, and the phone sends all of them again.
 */
export async function recordCommands(
  context: Context,
  commands: readonly Given[],
  log: Log,
  guard?: WorkGuard,
): Promise<CommandResult[]> {
  const results: CommandResult[] = [];
  for (const given of commands) results.push(await recordOne(context, given, log, guard));
  return results;
}

async function recordOne(
  context: Context,
  { deliveryId, command }: Given,
  log: Log,
  guard: WorkGuard | undefined,
): Promise<CommandResult> {
  const { commandId } = command;
  try {
    const { outcome } = await context.db.as(context.actor, (tx) =>
      reportTask(tx, context, deliveryId, toDomain(command), guard),
    );
    return { commandId, result: outcome, code: null, facts: {} };
  } catch (error) {
    if (error instanceof Refusal)
      return { commandId, result: "refused", code: error.code, facts: { ...error.facts } };
    if (isOutOfReach(error)) throw error;
    log.error({ requestId: context.requestId, commandId, error: String(error) }, "a command failed");
    return { commandId, result: "refused", code: "http.internal", facts: {} };
  }
}

const toDomain = (command: Given["command"]) => ({
  ...command,
  occurredAt: fromIso(command.occurredAt),
});
