import type { Change, Kept, KeptFile, Op } from "#kernel/outbox/op.ts";
import type { OutboxStore } from "#kernel/outbox/ports.ts";

export interface MemoryStore<D> extends OutboxStore<D> {
  /** Adds a picture that belongs to no command yet. */
  addFile(file: KeptFile, bytes: Uint8Array): void;
  readonly drafts: Set<string>;
}

/** A phone before anything was recorded. */
export const emptyKept = <D>(deviceId: string): Kept<D> => ({
  meta: { deviceId, seq: 0, epoch: null, withdrawn: 0 },
  ops: [],
  files: [],
  samples: [],
  day: null,
});

/** An outbox's store without a browser: each change is one step and survives everything. */
export function memoryStore<D>(deviceId: string): MemoryStore<D> {
  let kept = emptyKept<D>(deviceId);
  const blobs = new Map<string, Uint8Array>();
  const drafts = new Set<string>();
  return {
    drafts,
    addFile(file, bytes) {
      kept = { ...kept, files: [...kept.files, file] };
      blobs.set(file.id, bytes);
    },
    read: () => Promise.resolve(kept),
    change: async (work) => {
      const change = work(kept);
      for (const name of change.droppedDrafts ?? []) drafts.delete(name);
      for (const [name] of change.drafts ?? []) drafts.add(name);
      kept = applied(kept, change);
      return change;
    },
    bytes: (id, offset, length) =>
      Promise.resolve((blobs.get(id) ?? new Uint8Array()).slice(offset, offset + length)),
  };
}

/** The store after one change. */
export function applied<D>(kept: Kept<D>, change: Change<D>): Kept<D> {
  const ops = merged(kept.ops, change.ops, change.droppedOps, (op: Op) => op.command.id);
  return {
    meta: change.meta ?? kept.meta,
    samples: change.samples ?? kept.samples,
    day: change.day ?? kept.day,
    ops: ops === kept.ops || isSorted(ops) ? ops : ops.toSorted((a, b) => a.command.seq - b.command.seq),
    files: merged(kept.files, change.files, change.droppedFiles, (file: KeptFile) => file.id),
  };
}

const isSorted = (ops: readonly Op[]): boolean =>
  ops.every((op, nth) => nth === 0 || (ops[nth - 1] ?? op).command.seq <= op.command.seq);

function merged<T>(
  before: readonly T[],
  changed: readonly T[] = [],
  dropped: readonly string[] = [],
  idOf: (item: T) => string,
): readonly T[] {
  if (changed.length === 0 && dropped.length === 0) return before;
  const all = new Map(before.map((item) => [idOf(item), item]));
  for (const item of changed) all.set(idOf(item), item);
  for (const id of dropped) all.delete(id);
  return [...all.values()];
}
