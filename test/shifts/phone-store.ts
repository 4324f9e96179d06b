import type { Change, Kept, KeptFile } from "#kernel/outbox/op.ts";
import type { Money } from "#kernel/money.ts";
import type { OutboxStore } from "#kernel/outbox/ports.ts";
import type { PlannedStop } from "#features/courier/domain/lay-over.ts";
import type { ProofNeed } from "#features/proofs/domain/needs.ts";
import { applied, emptyKept } from "#test/support/outbox/memory-store.ts";
import type { TrueFix } from "./positions.ts";
import { fits, Full, inRoom, isEndless, makeQuota, type Quota, type RoomParts } from "./quota.ts";
import type { Truth } from "./truth.ts";
import type { World } from "./world.ts";

export interface Stop extends PlannedStop {
  readonly addressTag: string;
  readonly required?: readonly ProofNeed[];
  readonly preferred?: readonly ProofNeed[];
  /** Cash that is to be taken there. */
  readonly cash?: { readonly amount: Money; readonly isReceived: boolean } | null;
}
/** Parcels of a cancelled delivery. */
export interface InHandShown {
  readonly deliveryId: string;
  readonly taskId: string;
  readonly bringTo: "sender" | "hub" | null;
}
export interface Day {
  readonly onDuty: boolean;
  readonly stops: readonly Stop[];
  readonly inHand?: readonly InHandShown[];
}

/** Storage of one person on one phone, which outlives the lives of the page. */
export interface Disk {
  kept: Kept<Day>;
  /** Survives a power cut. */
  durable: Kept<Day>;
  readonly blobs: Map<string, Uint8Array>;
  readonly positions: Map<number, TrueFix>;
  readonly quota: Quota;
}

export const makeDisk = (deviceId: string): Disk => ({
  kept: emptyKept(deviceId),
  durable: emptyKept(deviceId),
  blobs: new Map(),
  positions: new Map(),
  quota: makeQuota(),
});

interface Parts {
  readonly world: World;
  readonly truth: Truth;
  readonly owner: string;
  readonly disk: Disk;
  /** False once the page was killed: nothing of it reaches the disk any more. */
  readonly isAlive: () => boolean;
  /** True when the page dies at this very write: before it, or before anybody hears of it. */
  readonly diesAt: (moment: "before" | "after") => boolean;
  readonly onWritten: () => void;
}

const never = (): Promise<never> => new Promise<never>(() => undefined);

/** The disk as one life of the page sees it. */
export function storeOf(parts: Parts): OutboxStore<Day> {
  const { world, truth, owner, disk, isAlive, diesAt, onWritten } = parts;
  const commit = (change: Change<Day>): void => {
    const next = applied(disk.kept, change);
    if (!fits(disk, next)) throw new Full();
    noteTaps(change);
    noteDropped(world, disk.kept, change);
    disk.kept = next;
    const written = disk.kept;
    if (world.has("strict")) disk.durable = written;
    else world.after(world.dice.between(500, 20_000), () => (disk.durable = written));
  };
  const noteTaps = ({ ops = [] }: Change<Day>): void => {
    for (const { command, deliveryId, taskId, label, fileIds } of ops)
      if (!truth.taps.has(command.id))
        truth.taps.set(command.id, {
          command,
          at: world.now(),
          owner,
          device: disk.kept.meta.deviceId,
          deliveryId,
          taskId,
          label,
          fileIds,
          isShown: false,
          isGone: false,
        });
  };
  return {
    read: () => (isAlive() ? Promise.resolve(disk.kept) : never()),
    change: async (work) => {
      if (!isAlive() || diesAt("before")) return never();
      const shown = world.has("phone-hold") ? disk.kept : ungrouped(disk.kept);
      const write = () => {
        const made = work(shown);
        commit(world.has("phone-hold") ? made : regrouped(disk.kept, made));
        return made;
      };
      if (isEndless(disk) && world.has("keep-until-verdict")) {
        const made = write();
        onWritten();
        return diesAt("after") ? never() : made;
      }
      const change = await inRoom(parts, async () => write()).catch((error: unknown) => {
        // A request of the transaction said that it is stored; its end never came.
        if (error instanceof Full && !world.has("transaction-end")) return work(disk.kept);
        throw error;
      });
      if (!world.has("keep-until-verdict")) commit({ droppedOps: triedOf(disk.kept) });
      onWritten();
      return diesAt("after") ? never() : change;
    },
    bytes: (id, offset, length) => {
      if (!isAlive()) return never();
      const chosen = world.has("photo-binding") ? id : ([...disk.blobs.keys()].at(-1) ?? id);
      return Promise.resolve((disk.blobs.get(chosen) ?? new Uint8Array()).slice(offset, offset + length));
    },
  };
}

/** Without the guard a command goes as soon as it was sent. */
const triedOf = ({ ops }: Kept<Day>): string[] =>
  ops.filter((op) => op.tries > 0 && op.state === "waiting").map((op) => op.command.id);

/** Checks that a command stays on the phone until its verdict is stored, unless the courier took it back unsent (10). */
function noteDropped(world: World, kept: Kept<Day>, change: Change<Day>): void {
  for (const id of change.droppedOps ?? []) {
    const op = kept.ops.find(({ command }) => command.id === id);
    if (op && op.tries > 0 && op.state === "waiting")
      world.broke(10, "a command was deleted without verdict");
  }
}

/** Without the phone's hold each command is a group of its own. */
const ungrouped = (kept: Kept<Day>): Kept<Day> => ({
  ...kept,
  ops: kept.ops.map((op) => ({ ...op, deliveryId: op.command.id })),
});

function regrouped(kept: Kept<Day>, change: Change<Day>): Change<Day> {
  if (!change.ops) return change;
  const before = new Map(kept.ops.map((op) => [op.command.id, op.deliveryId]));
  const ops = change.ops.map((op) => ({
    ...op,
    deliveryId: before.has(op.command.id) ? (before.get(op.command.id) ?? null) : op.deliveryId,
  }));
  return { ...change, ops };
}

/** Keeps a picture that belongs to no command yet. @throws Full */
export const addShot = (parts: RoomParts, file: KeptFile, bytes: Uint8Array): Promise<void> =>
  inRoom(parts, async () => {
    const { disk } = parts;
    const next = { ...disk.kept, files: [...disk.kept.files, file] };
    if (!fits(disk, next)) throw new Full();
    disk.blobs.set(file.id, bytes);
    disk.kept = next;
    disk.durable = next;
  });
