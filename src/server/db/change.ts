import type { Context } from "../http/route.ts";
import { acceptOnce } from "./commands.ts";
import type { Tx } from "./db.ts";
import { emit } from "./events.ts";
import type { NewEvent } from "./events.ts";

/** A call's write to one aggregate. */
export interface Change<T> {
  /** Name of the command. */
  readonly type: string;
  readonly aggregateId: string;
  /** Repeated under the call's key, the command must have the same body. */
  readonly body: unknown;
  /** Checks and writes; runs at most once for the call's key. */
  readonly write: () => Promise<T>;
  /** The event of the written state. */
  readonly event: (after: T) => Pick<NewEvent, "aggregate" | "type" | "data" | "audience">;
}

/**
 * Accepts the call's command, carries it out and stores its event, in the caller's transaction.
 *
 * @returns the written state; undefined where the command was carried out before
 * @throws Refusal `http.idempotency-mismatch`, and those of `write`
 */
export async function change<T>(
  tx: Tx,
  { actor, now, key }: Pick<Context, "actor" | "now" | "key">,
  { type, aggregateId, body, write, event }: Change<T>,
): Promise<T | undefined> {
  const command = { commandId: key, occurredAt: now };
  if (!(await acceptOnce(tx, actor, now, { ...command, type, aggregateId, body }))) return undefined;
  const after = await write();
  await emit(tx, actor, now, { ...command, aggregateId, ...event(after) });
  return after;
}
