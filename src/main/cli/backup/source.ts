import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { allPictures } from "#features/deliveries/server/public.ts";
import type { RawSettings } from "#main/config/schema.ts";
import { installationIn } from "#server/backup/installation.ts";
import type { BackupOptions, Source } from "#server/backup/take-backup.ts";
import { schemasOf } from "#server/db/migrate.ts";
import { nearestFolder } from "#server/folder.ts";
import { migrationsIn } from "../database.ts";

/** Folders of the data folder that hold what no row holds. */
export const PICTURES = "pictures";
export const MAP = "map";

/** All of this installation. */
export function sourceOf(connection: pg.ClientConfig, data: string, root: string): Source {
  const manifest: { version: string } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  return {
    connection,
    schemas: schemasOf(migrationsIn(root)),
    dataFolder: data,
    named: async (tx) =>
      (await allPictures(tx)).map(({ file, bytes, sha256 }) => ({
        path: `${PICTURES}/${file}`,
        bytes,
        sha256,
      })),
    folders: [MAP],
    program: manifest.version,
    installation: () => installationIn(data),
  };
}

/** A backup on the disk of the data leaves Waybill the room that it needs; elsewhere the disk is its own. */
export function optionsFor(
  { data, diskReserve }: Pick<RawSettings, "data" | "diskReserve">,
  to: string,
  allowMissing: boolean,
): BackupOptions {
  const isSameDisk = statSync(nearestFolder(to)).dev === statSync(nearestFolder(data)).dev;
  return { reserve: isSameDisk ? diskReserve * 1e6 : 0, allowMissing };
}
