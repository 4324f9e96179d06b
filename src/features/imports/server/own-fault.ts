import { isOutOfReach } from "#server/db/out-of-reach.ts";
import { type Fault, fault } from "../domain/fault.ts";
import type { RoomContext } from "./room-context.ts";

/**
 * Marks a row whose work failed on our side, so that the other rows go on; the trace goes to the log.
 *
 * @throws the error itself where the database is out of reach: then the job is tried again
 */
export function ownFault({ log }: Pick<RoomContext, "log">, error: unknown, no: number): Fault<never> {
  if (isOutOfReach(error)) throw error;
  const facts = error instanceof Error ? { message: error.message, stack: error.stack } : String(error);
  log.error({ error: facts, no }, "work on a row of an import failed");
  return fault("reference", "internal");
}
