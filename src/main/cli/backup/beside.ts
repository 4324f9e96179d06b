import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { EXIT, type Manifest } from "#server/backup/manifest.ts";
import { beforeOf, beginSwap, finishSwap } from "#server/backup/swap.ts";
import { failpoint } from "#server/failpoint.ts";
import { freeBytes } from "#server/folder.ts";
import { SetupProblem, systemCode } from "#server/setup-problem.ts";

/** Database files are about this much larger than the compressed rows, measured on the demo's data. */
const GROWTH = 12;
const DATABASE_AT_LEAST = 300e6;

/** Sets apart what is drafted beside the data of before, and what is kept of those. */
export const stampNow = (): string =>
  `${new Date().toISOString().replaceAll(/[-:]|\..*$/g, "")}${randomBytes(2).toString("hex")}`;

export const noRoom = (data: string, bytes = DATABASE_AT_LEAST): SetupProblem =>
  new SetupProblem(
    `The disk that holds ${data} has no room for the new data beside the old: nothing was changed. Make ${Math.ceil(bytes / 1e6)} MB free and try again.`,
    EXIT.full,
  );

/** Whether the file system or PostgreSQL said so. */
export const isDiskFull = (error: unknown): boolean =>
  ["ENOSPC", "EDQUOT", "53100"].includes(systemCode(error));

/** @throws SetupProblem where the disk has no room for a second database and the files of a backup */
export function refuseLackOfRoom(data: string, { tables, files }: Pick<Manifest, "tables" | "files">): void {
  const rows = tables.reduce((sum, { piece }) => sum + piece.bytes, 0);
  const need = DATABASE_AT_LEAST + rows * GROWTH + files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (freeBytes(data) < need) throw noRoom(data, need);
}

/** Puts whole drafts in the place of the data. @returns the places of the data that were there before */
export async function takeTheirPlace(data: string, swap: Parameters<typeof beginSwap>[1]): Promise<string[]> {
  failpoint("restore:drafted");
  await beginSwap(data, swap);
  await finishSwap(data);
  const { names, aside, stamp } = swap;
  return [...names, ...aside]
    .map((name) => join(data, beforeOf(name, stamp)))
    .filter((place) => existsSync(place));
}
