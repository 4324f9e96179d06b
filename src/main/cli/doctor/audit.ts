import { isWhole, type Verified, verifyAll } from "#features/audit/server/public.ts";
import type { Settings } from "#main/config/settings.ts";
import { openDb } from "#server/db/db.ts";
import { runningDatabase } from "#server/db/embedded-running.ts";
import { databaseFolder } from "../database.ts";
import { type Finding, type Result, bad, good, runChecks } from "./finding.ts";

/** Examines whether the chain of the audit log is whole; nothing where no database can be asked. */
export async function examineAudit(settings: Pick<Settings, "data" | "databaseUrl">): Promise<Finding[]> {
  const connection =
    settings.databaseUrl === undefined
      ? runningDatabase(databaseFolder(settings.data))
      : { connectionString: settings.databaseUrl };
  if (!connection) return [];
  const db = openDb(connection, 1);
  try {
    const found = await verifyAll(db).catch(() => []);
    return await runChecks(found.map((one) => ["chain", () => judge(one)] as const));
  } finally {
    await db.close();
  }
}

function judge(found: Verified): Result {
  const { count, faults, loose } = found;
  if (isWhole(found)) return good(`${count} entries are as they were sealed`);
  const [first] = faults;
  return bad(
    first
      ? `the chain is broken at entry ${first.number}`
      : `${loose.length} entries stand outside of the chain`,
    "Run “waybill audit verify”, and compare with a backup of before.",
  );
}
