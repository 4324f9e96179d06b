import { isWhole, type Verified, verifyAll } from "#features/audit/server/public.ts";
import type { Given } from "#main/config/read.ts";
import { openDb } from "#server/db/db.ts";
import { runningDatabase } from "#server/db/embedded-running.ts";
import { SetupProblem } from "#server/setup-problem.ts";
import { type DatabaseSettings, databaseFolder, openFilled } from "./database.ts";

const USAGE =
  'Say "waybill audit verify", or "waybill audit verify --head HASH" with a head that was written down.';

const NONE = "No organisation is set up here yet: there is no audit log.";

/** `waybill audit verify [--head HASH]`: computes the chain of the audit log anew; ends with 1 where it is not whole. */
export async function auditCommand({ settings, words, switches }: Given, root: string): Promise<void> {
  const [verb, head] = words;
  if (verb !== "verify" || switches.has("--head") !== (head !== undefined)) throw new SetupProblem(USAGE);
  if (head !== undefined && !/^[0-9a-f]{64}$/.test(head))
    throw new SetupProblem("A head is 64 digits and letters from a to f, as the command says it.");
  const found = await verifyDatabase(settings, root, head);
  const lines = found.length === 0 ? [NONE] : found.flatMap((one) => says(one));
  process.stdout.write(`${lines.join("\n")}\n`);
  const lacksHead = head !== undefined && !found.some(({ metHead }) => metHead);
  if (lacksHead)
    process.stdout.write(
      `No chain has the head ${head}: entries were cut off its end, or it was made anew.\n`,
    );
  if (lacksHead || !found.every(isWhole)) process.exitCode = 1;
}

/** Reads by a connection of its own, beside a Waybill that runs or without one. */
async function verifyDatabase(settings: DatabaseSettings, root: string, head?: string): Promise<Verified[]> {
  const running =
    settings.databaseUrl === undefined ? runningDatabase(databaseFolder(settings.data)) : undefined;
  const opened = running ? undefined : await openFilled(settings, "verify", root);
  const db = openDb(running ?? opened?.connection ?? {}, 1);
  try {
    return await verifyAll(db, head);
  } finally {
    await db.close();
    await opened?.stop();
  }
}

const FAULTS = {
  missing: "is missing",
  "no-entry": "has no entry any more",
  "not-as-sealed": "is not as it was sealed: it was changed or moved, or the one before it was",
} as const;

/** Says in lines for people how one chain was found. */
export function says({ name, count, sealedAt, head, unsealed, faults, loose }: Verified): string[] {
  const until = sealedAt === null ? "none is sealed yet" : `sealed until ${sealedAt}`;
  return [
    `${name}: ${count} entries, ${until}, head ${head}`,
    ...(unsealed > 0 ? [`  ${unsealed} newer entries wait to be sealed; that takes a minute.`] : []),
    ...faults.map(({ number, kind }) => `  Entry ${number} ${FAULTS[kind]}.`),
    ...loose.map(
      ({ id, at }) =>
        `  An entry of ${at} (${id}) stands in no link: it was put in past the log, or its link was removed.`,
    ),
  ];
}
