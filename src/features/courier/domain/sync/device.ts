import type { Instant } from "#kernel/instant.ts";
import type { Contradiction } from "./store.ts";

/** Counts that a phone sends beside its commands. */
export interface Waiting {
  /** Unsent, and not in this call. */
  readonly commands: number;
  readonly proofs: number;
  readonly positions: number;
  /** Number of the next command. */
  readonly nextSeq: number;
  /** Numbers of commands that were undone before they were ever sent. */
  readonly withdrawn: number;
}

/** A phone of the same person as it was at its newest call. */
export interface SeenDevice {
  readonly device: string;
  readonly nextSeq: number;
  readonly waitingCommands: number;
  readonly waitingProofs: number;
}

export interface DeviceCall {
  readonly device: string;
  readonly now: Instant;
  readonly waiting: Waiting;
  /** This phone at its call before; null at its first. */
  readonly before: SeenDevice | null;
  /** Another phone of the person, the newest that had unsent work; null where none had. */
  readonly other: SeenDevice | null;
  /** Numbers below `nextSeq` that are stored or in this call. */
  readonly numbersHere: number;
}

/** Work that a phone had and that nobody will send: it was wiped, put back, or another one took its place. */
export function lostWork(call: DeviceCall): Contradiction[] {
  const { before, other, waiting, now, device, numbersHere } = call;
  if (!before) return other ? [anew(now, other.device, { ...unsentOf(other), device })] : [];
  if (waiting.nextSeq < before.nextSeq)
    return [anew(now, device, { ...unsentOf(before), from: before.nextSeq, to: waiting.nextSeq })];
  const missing = waiting.nextSeq - 1 - numbersHere - waiting.commands - waiting.withdrawn;
  return missing > 0 ? [anew(now, device, { missing })] : [];
}

const unsentOf = ({ waitingCommands, waitingProofs }: SeenDevice) => ({
  waiting: waitingCommands,
  proofs: waitingProofs,
});

/** Key of what is missing of a phone. */
export const missedKey = (device: string): string => `phone:${device}`;

function anew(now: Instant, device: string, facts: Contradiction["facts"]): Contradiction {
  return {
    kind: "phone_began_anew",
    key: missedKey(device),
    deliveryId: null,
    taskId: null,
    happenedAt: now,
    facts,
    command: null,
  };
}
