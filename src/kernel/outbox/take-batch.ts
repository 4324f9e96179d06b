import type { Instant } from "#kernel/instant.ts";
import { BATCH, type Op, UNDO_MS } from "./op.ts";

/** Group of commands that keep their order among themselves: one delivery, or the shift. */
export const groupOf = ({ deliveryId }: Pick<Op, "deliveryId">): string => deliveryId ?? "shift";

export interface BatchLimits {
  readonly commands: number;
  readonly bytes: number;
}

export interface BatchScope {
  readonly now: Instant;
  /** Groups that wait for another round: one of their commands was answered `later`. */
  readonly held: ReadonlySet<string>;
  readonly limits?: BatchLimits;
}

/** Most bytes that a text can take in UTF-8. */
function mostBytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) bytes += 2;
  return bytes;
}

/** A phone whose clock was set back meanwhile waits no longer than the undo time. */
const isEarly = ({ notBefore }: Op, now: Instant): boolean => notBefore > now && notBefore - now <= UNDO_MS;

/** Waiting commands in the order of their numbers. One that may not go yet holds the later ones of its group alone. */
export function takeBatch(ops: readonly Op[], { now, held, limits = BATCH }: BatchScope): Op[] {
  const stopped = new Set(held);
  const taken: Op[] = [];
  let room = limits.bytes;
  const waiting = ops.filter((op) => op.state === "waiting");
  for (const op of waiting.toSorted((a, b) => a.command.seq - b.command.seq)) {
    const group = groupOf(op);
    if (stopped.has(group)) continue;
    if (isEarly(op, now)) {
      stopped.add(group);
      continue;
    }
    const bytes = mostBytes(op.command.body);
    if (taken.length >= limits.commands || (taken.length > 0 && bytes > room)) break;
    taken.push(op);
    room -= bytes;
  }
  return taken;
}

/** The newest tap that can still be taken back: its commands, none of which was ever sent. */
export function undoable(ops: readonly Op[], now: Instant): readonly Op[] {
  const open = ops.filter((op) => op.state === "waiting" && op.tries === 0 && isEarly(op, now));
  return open.filter((op) => op.command.wall === open.at(-1)?.command.wall);
}

/** Milliseconds until the next command that only waits for its undo time; nothing when there is none. */
export function ripeIn(ops: readonly Op[], now: Instant): number | undefined {
  const times = ops.filter((op) => op.state === "waiting" && isEarly(op, now)).map((op) => op.notBefore);
  return times.length === 0 ? undefined : Math.min(...times) - now;
}
