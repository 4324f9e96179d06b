import { type GivenUp, RESERVE_BYTES, writeWithRoom } from "#kernel/outbox/make-room.ts";
import type { Kept } from "#kernel/outbox/op.ts";
import type { Day, Disk } from "./phone-store.ts";
import type { Truth } from "./truth.ts";
import type { World } from "./world.ts";

/** The storage refused a write for lack of room. */
export class Full extends Error {}

/** Room of one person's storage on a phone. */
export interface Quota {
  /** Bytes that fit; endless on most days. */
  limit: number;
  hasReserve: boolean;
  /** Bytes that the reserve promised when the storage filled. */
  promised: number;
  /** Bytes in use when the storage filled, without the reserve. */
  usedThen: number;
}

export const makeQuota = (): Quota => ({ limit: Infinity, hasReserve: false, promised: 0, usedThen: 0 });

const BYTES = { command: 1_000, picture: 900_000, position: 150 };

const bytesOf = ({ positions }: Disk, kept: Kept<Day>): number =>
  kept.ops.length * BYTES.command + kept.files.length * BYTES.picture + positions.size * BYTES.position;

const reserveOf = ({ quota }: Disk): number => (quota.hasReserve ? RESERVE_BYTES : 0);

/** True where nothing is ever refused for lack of room. */
export const isEndless = ({ quota }: Disk): boolean => quota.limit === Infinity;

/** True where this fits; what takes no more room than before always does. */
export const fits = (disk: Disk, next: Kept<Day>): boolean =>
  isEndless(disk) ||
  bytesOf(disk, next) <= bytesOf(disk, disk.kept) ||
  bytesOf(disk, next) + reserveOf(disk) <= disk.quota.limit;

/** Keeps the reserve at the start of duty, where there is room. */
export function keepReserve(world: World, disk: Disk): void {
  if (disk.quota.limit !== Infinity) return;
  disk.quota.promised = RESERVE_BYTES;
  if (world.has("reserve")) disk.quota.hasReserve = true;
}

/** Other things take all the room that is left. */
export function fill(disk: Disk): void {
  const { quota } = disk;
  if (quota.limit !== Infinity) return;
  quota.usedThen = bytesOf(disk, disk.kept);
  quota.limit = quota.usedThen + reserveOf(disk);
}

/** There is room again; a reserve that was given up comes back at the next start of duty. */
export function empty({ quota }: Disk): void {
  quota.limit = Infinity;
  if (!quota.hasReserve) quota.promised = 0;
}

export interface RoomParts {
  readonly world: World;
  readonly truth: Truth;
  readonly disk: Disk;
}

/** Writes with the product's way to make room. */
export async function inRoom<T>({ world, truth, disk }: RoomParts, write: () => Promise<T>): Promise<T> {
  const giveUp = async (what: GivenUp): Promise<void> => {
    world.say(`a full phone gives up: ${what}`);
    if (what === "map") return;
    if (what === "positions") disk.positions.clear();
    else if (what === "reserve") disk.quota.hasReserve = false;
    else {
      for (const file of disk.kept.files) if (file.state === "sent") truth.givenUp.add(file.id);
      disk.kept = { ...disk.kept, files: disk.kept.files.filter((file) => file.state !== "sent") };
      disk.durable = disk.kept;
    }
  };
  try {
    const isFull = (error: unknown): boolean => error instanceof Full;
    return await (world.has("make-room") ? writeWithRoom(write, { isFull, giveUp }) : write());
  } catch (error) {
    if (error instanceof Full) checkRefused(world, disk);
    throw error;
  }
}

/** Checks that no room could be made, and that the reserve held as much as it promised (1). */
function checkRefused(world: World, disk: Disk): void {
  const { kept, positions, quota } = disk;
  world.say("NOT saved: the phone is full");
  const isLeft = positions.size > 0 || kept.files.some((file) => file.state === "sent") || quota.hasReserve;
  if (isLeft) world.broke(1, "a write was refused although room could be made");
  const least = quota.usedThen + quota.promised - BYTES.picture - BYTES.command;
  if (bytesOf(disk, kept) < least) world.broke(1, "the reserve held less than it promised");
}
