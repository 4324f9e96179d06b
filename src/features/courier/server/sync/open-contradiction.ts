import type { TaskCommand } from "#features/deliveries/contract/commands.ts";
import { leftCopy } from "#features/parcels/domain/left.ts";
import { openException } from "#features/exceptions/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import type { Contradiction, FactCommand } from "../../domain/sync/store.ts";
import type { Phone } from "./report-row.ts";

/** The command as a dispatcher may apply it. */
function applicable(command: FactCommand): TaskCommand {
  const occurredAt = toIso(command.occurredAt);
  if (command.type === "correct") {
    const { sinceOutcomeMs: _byClocks, pictures: _kinds, pin: _pin, pinCheck: _check, ...rest } = command;
    const { codes, proofIds, left, ...said } = rest;
    return {
      ...said,
      occurredAt,
      ...(codes && { codes: [...codes] }),
      ...(left && { left: leftCopy(left) }),
      ...(proofIds && { proofIds: [...proofIds] }),
    };
  }
  if (command.type === "succeed") {
    const { codes, proofIds, left, pictures: _kinds, pin: _pin, pinCheck: _check, ...rest } = command;
    const said = { ...(codes && { codes: [...codes] }), ...(left && { left: leftCopy(left) }) };
    return { ...rest, occurredAt, proofIds: [...proofIds], ...said };
  }
  if (command.type === "fail") {
    const { pictures: _kinds, proofIds, ...rest } = command;
    return { ...rest, occurredAt, proofIds: [...proofIds] };
  }
  return { ...command, occurredAt };
}

/** Opens what a phone's command contradicts, for a dispatcher. */
export const openContradiction = (
  tx: Tx,
  { actor, now }: Phone,
  { command, ...found }: Contradiction,
): Promise<void> =>
  openException(tx, {
    ...found,
    courierId: actor.courierId,
    openedAt: now,
    command: command && applicable(command),
  });
