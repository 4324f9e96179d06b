import { randomBytes } from "node:crypto";
import { addEvent } from "./event-store.ts";
import { wireEvent } from "./wire.ts";
import type { Wire } from "./wire.ts";
import type { TimedTx } from "#server/db/tx-context.ts";

/** A name for something new at the bank: `pi_…`. */
export const newName = (kind: string): string => `${kind}_${randomBytes(12).toString("hex")}`;

/** Notes what happened, for whoever wants to be told. @param object as it is now */
export async function storeEvent(
  { tx, now }: TimedTx,
  type: string,
  intentId: string,
  object: Wire,
): Promise<void> {
  const id = newName("evt");
  await addEvent(tx, { id, type, intentId, body: wireEvent(id, type, now, object), at: now });
}
