import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "./db.ts";

/** A transaction with the time of its work. */
export interface TimedTx {
  readonly tx: Tx;
  readonly now: Instant;
}

/** The same with the organisation. */
export interface TxContext extends TimedTx {
  readonly orgId: string;
}

/** The same with the person or the system that writes. */
export interface WriteContext extends TxContext {
  readonly actor: Actor;
}

/** The context of a call's writes in this transaction. */
export const writeContext = (tx: Tx, { actor, now }: Pick<WriteContext, "actor" | "now">): WriteContext => ({
  tx,
  orgId: actor.orgId,
  now,
  actor,
});
