import type { Tx } from "#server/db/db.ts";

/** Circumstances of a phone's report; `clockOffS`: seconds by which its clock was ahead, 0 where it was right. */
export interface PhoneFacts {
  readonly offDuty: boolean;
  readonly clockOffS: number;
}

/** Reads circumstances by the id of the reported command, of those that have any; given by the later room that takes reports in. */
export type ReadPhoneFacts = (
  tx: Tx,
  commandIds: readonly string[],
) => Promise<ReadonlyMap<string, PhoneFacts>>;

let connected: ReadPhoneFacts = () => Promise.resolve(new Map());

/** Connects the room that takes reports of phones in. */
export function connectPhoneFacts(read: ReadPhoneFacts): void {
  connected = read;
}

export const phoneFactsOf: ReadPhoneFacts = (tx, commandIds) => connected(tx, commandIds);
