import type { Tx } from "./db.ts";

/** A way back from a command: the undoer of a room, and what it needs; ids, codes and days alone. */
export interface Inverse {
  readonly by: string;
  readonly data: unknown;
}

const kept = new WeakMap<Tx, Inverse>();

/** Keeps the way back from the command that this transaction carries out; a command of the desk is stored with it. */
export const keepInverse = (tx: Tx, inverse: Inverse): void => void kept.set(tx, inverse);

/** Undefined where the command of the transaction has no way back. */
export const inverseIn = (tx: Tx): Inverse | undefined => kept.get(tx);
