import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { uploadFolder } from "#features/courier/server/public.ts";
import { pictureFolder } from "#features/deliveries/server/public.ts";
import { type Instant, MINUTE_MS } from "#kernel/instant.ts";
import { type Db, codeOf, first } from "#server/db/db.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { mailFolder } from "#server/mail/mailer.ts";
import { mark } from "./seed-state.ts";

const REMOVED = "00000000-0000-8000-8000-0000000d0003";
const FILES_GONE = "00000000-0000-8000-8000-0000000d0004";

/** The database's clock and that of the files differ by less. */
const CLOCKS_MS = MINUTE_MS;

/** Folders that a demo writes into: pictures and signatures, halves of them that phones were sending, mails. */
const foldersIn = (dataFolder: string): string[] => [
  pictureFolder(dataFolder),
  uploadFolder(dataFolder),
  mailFolder(dataFolder),
];

/** Notes in the transaction of the removal that the demo's files are to go. */
export const noteRemoval = (context: TxContext): Promise<void> => mark(context, REMOVED, "demo.removed");

interface FilesOfDemo {
  readonly db: Db;
  readonly orgId: string;
  readonly dataFolder: string;
  readonly now: Instant;
}

/** Removes the files of a demo whose rows went just now. Safe to repeat. */
export async function removeDemoFiles({ db, orgId, dataFolder, now }: FilesOfDemo): Promise<void> {
  for (const folder of foldersIn(dataFolder)) await rm(folder, { recursive: true, force: true });
  await db.as({ orgId }, (tx) => mark({ tx, orgId, now }, FILES_GONE, "demo.files-removed"));
}

/** Goes on with a removal whose process ended before the files were gone. Files that came after it stay. */
export async function finishRemoval({ db, orgId, dataFolder, now }: FilesOfDemo): Promise<void> {
  const begun = await db.read({ orgId }, (tx) =>
    first(
      tx,
      sql<{ at: Instant }>`
        select c.occurred_at as at from command c where c.org_id = app_org() and c.id = ${REMOVED}
          and not exists (select from command d where d.org_id = c.org_id and d.id = ${FILES_GONE})`,
    ),
  );
  if (!begun) return;
  for (const folder of foldersIn(dataFolder)) await removeUpTo(folder, begun.at + CLOCKS_MS);
  await db.as({ orgId }, (tx) => mark({ tx, orgId, now }, FILES_GONE, "demo.files-removed"));
}

/** Removes the files of a folder that were written last at this instant or before. */
async function removeUpTo(folder: string, at: Instant): Promise<void> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  for (const entry of found) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && (await stat(file)).mtimeMs <= at) await rm(file, { force: true });
  }
}
