import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Db, openDb } from "#server/db/db.ts";
import { withDatabase } from "./database-template.ts";

export interface BareDatabase {
  readonly db: Db;
  /** For further connections of one's own. */
  readonly connection: { readonly connectionString: string };
  /** To the server's own database: from there this one can be closed to everybody. */
  readonly adminConnection: { readonly connectionString: string };
  close(): Promise<void>;
}

/** A migrated database of one's own without anything in it, and no server on it. */
export async function openBareDatabase(): Promise<BareDatabase> {
  const adminUrl = inject("adminUrl");
  const database = `waybill_test_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${database} template ${inject("templateName")} strategy file_copy`);
  const connection = withDatabase(adminUrl, database);
  const db = openDb(connection, 4);
  return {
    db,
    connection,
    adminConnection: { connectionString: adminUrl },
    async close() {
      await db.close();
      await admin.query(`drop database ${database} with (force)`);
      await admin.end();
    },
  };
}
