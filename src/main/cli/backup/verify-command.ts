import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ClientConfig } from "pg";
import { isBucket } from "#server/backup/bucket/bucket.ts";
import { differences, migrationsOf, tablesBut } from "#server/backup/load.ts";
import { EXIT, piecesOf, readManifest } from "#server/backup/manifest.ts";
import { checkPiece } from "#server/backup/pieces.ts";
import { openSession } from "#server/backup/session.ts";
import { backupAt } from "#server/backup/shelf.ts";
import { startTestPostgres } from "#server/db/embedded.ts";
import { SetupProblem } from "#server/setup-problem.ts";
import { migrationsIn } from "../database.ts";
import { printSteps } from "../steps.ts";
import { type PlaceSettings, bringFrom } from "./backup-place.ts";
import { type Backup, fill } from "./fill.ts";

/** `waybill backup verify FROM`: reads every piece, restores the rows into a database that is thrown away, and compares. */
export async function verifyCommand(place: string, root: string, settings: PlaceSettings): Promise<void> {
  if (!isBucket(place)) return verify(await backupAt(place), root);
  const brought = mkdtempSync(path.join(tmpdir(), "waybill-brought-"));
  try {
    await verify(await bringFrom(place, settings, brought), root);
  } finally {
    rmSync(brought, { recursive: true, force: true });
  }
}

async function verify(folder: string, root: string): Promise<void> {
  const steps = printSteps((line) => process.stdout.write(`${line}\n`));
  const manifest = readManifest(folder);
  migrationsOf(manifest, migrationsIn(root));
  await steps.run("Every piece is as it was written", async () => {
    for (const piece of piecesOf(manifest)) await checkPiece(folder, piece);
  });
  const scratch = await startTestPostgres();
  try {
    const left = await steps.run("It was restored into a database of its own", () =>
      fill(scratch.connection, { folder, manifest }, root),
    );
    const wrong = await steps.run("Every table was compared", () =>
      compare(scratch.connection, { folder, manifest }, left),
    );
    if (wrong.length > 0)
      throw new SetupProblem(
        `The backup ${folder} does not restore as it was: ${wrong.join(", ")} differ. Make another one.`,
        EXIT.damaged,
      );
  } finally {
    await scratch.stop();
  }
  const { tables, files, missing } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const lacking = missing.length > 0 ? ` ${missing.length} pictures were missing when it was taken.` : "";
  process.stdout.write(
    `${folder} is whole: ${tables.length} tables, ${rows} rows, ${files.length} files.${lacking}\n`,
  );
}

async function compare(
  connection: ClientConfig,
  { manifest }: Backup,
  left: readonly string[],
): Promise<string[]> {
  const client = await openSession(connection);
  try {
    const wrong = await differences(client, tablesBut(manifest, left));
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from graphile_worker._private_jobs",
    );
    return (rows[0]?.count ?? 0) === (manifest.jobs?.rows ?? 0) ? wrong : [...wrong, "jobs"];
  } finally {
    await client.end();
  }
}
