import { statfs } from "node:fs/promises";
import type { RoomGauge } from "./metrics.ts";

/** Whether the disk of the data folder has room for what is new. */
export interface DiskRoom {
  readonly isFull: () => boolean;
  readonly close: () => void;
}

const LOOK_EVERY_MS = 1000;
/** Room again is this many times the reserve, so that one log file more or less does not change it each second. */
const ROOM_AGAIN = 1.1;

/** Bytes that a folder's disk has for new files. */
export async function measureFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Room on the disk of the data folder, for the operator's alarm. */
export const diskGauge = (folder: string): RoomGauge => ({
  name: "waybill_disk_free_bytes",
  help: "Bytes free on the disk of the data folder",
  read: () => measureFree(folder),
});

/**
 * Looks every second how much of a disk is free. Below `reserveBytes` nothing new is to be taken: PostgreSQL
 * stops at once where it cannot write its log, and needs the rest to end and to come up again. It is taken again once a
 * tenth more than the reserve is free.
 *
 * @param onChange called when it became full, and when there is room again
 */
export async function watchDisk(
  free: () => Promise<number>,
  reserveBytes: number,
  onChange: (isFull: boolean) => void = () => undefined,
): Promise<DiskRoom> {
  let isFull = false;
  const look = async (): Promise<void> => {
    const isNowFull = (await free()) < Math.round(reserveBytes * (isFull ? ROOM_AGAIN : 1));
    if (isNowFull === isFull) return;
    isFull = isNowFull;
    onChange(isFull);
  };
  await look();
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);
  timer.unref();
  return { isFull: () => isFull, close: () => clearInterval(timer) };
}
