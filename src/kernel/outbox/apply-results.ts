import type { Instant } from "#kernel/instant.ts";
import {
  COMMANDS_KEPT_MS,
  FILES_KEPT_MS,
  SAMPLES_KEPT,
  type Change,
  type Kept,
  type Op,
  type Result,
  type Sample,
  type Verdict,
} from "./op.ts";

const STATE_AFTER: Readonly<Record<Verdict, Op["state"]>> = {
  accepted: "done",
  replayed: "done",
  noted: "done",
  conflict: "done",
  refused: "look",
  later: "waiting",
};

/** The command after the server's answer. A word that this build does not know says nothing: the command waits. */
export function afterResult(op: Op, { verdict, code, facts }: Result, now: Instant): Op {
  const state = Object.hasOwn(STATE_AFTER, verdict) ? STATE_AFTER[verdict] : "waiting";
  if (op.state !== "waiting") return op;
  if (state === "waiting") return { ...op, verdict: "later", code, facts };
  return { ...op, state, verdict, code, facts, endedAt: now };
}

/** Commands of a reply with their verdicts. */
export function applyResults<D>(
  { ops }: Pick<Kept<D>, "ops">,
  results: readonly Result[],
  now: Instant,
): Op[] {
  const byId = new Map(results.map((result) => [result.id, result]));
  return ops.flatMap((op) => {
    const result = byId.get(op.command.id);
    return result && op.state === "waiting" ? [afterResult(op, result, now)] : [];
  });
}

const AGAIN = { state: "waiting", code: null, endedAt: null, isSeen: false } as const;

/** The server was restored from a backup: everything that is still kept waits again, in its order. */
export function reoffer<D>({ meta, ops, files }: Kept<D>, epoch: string): Change<D> {
  return {
    meta: { ...meta, epoch },
    ops: ops
      .filter((op) => op.state !== "waiting")
      .map((op) => ({ ...op, ...AGAIN, verdict: null, facts: {} })),
    files: files
      .filter((file) => file.state === "sent" || file.state === "look")
      .map((file) => ({ ...file, ...AGAIN })),
  };
}

/** Commands and pictures whose time on the phone is over. A refusal stays until the courier has seen it. */
export function outdated<D>(
  { ops, files }: Pick<Kept<D>, "ops" | "files">,
  now: Instant,
): Required<Pick<Change<D>, "droppedOps" | "droppedFiles">> {
  const isOld = (endedAt: Instant | null, keptMs: number) => endedAt !== null && now - endedAt > keptMs;
  const isOver = (op: Op) => op.state === "done" || (op.state === "look" && op.isSeen);
  return {
    droppedOps: ops
      .filter((op) => isOver(op) && isOld(op.endedAt, COMMANDS_KEPT_MS))
      .map((op) => op.command.id),
    droppedFiles: files
      .filter(
        (file) =>
          (file.state === "sent" && isOld(file.endedAt, FILES_KEPT_MS)) ||
          (file.isSeen === true && isOld(file.endedAt, COMMANDS_KEPT_MS)) ||
          (file.state === "draft" && now - file.takenAt > COMMANDS_KEPT_MS),
      )
      .map((file) => file.id),
  };
}

/** The newest samples, one more among them. */
export const withSample = (samples: readonly Sample[], fresh: Sample): Sample[] =>
  [...samples, fresh].slice(-SAMPLES_KEPT);
