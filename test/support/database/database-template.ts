import pg from "pg";
import type { TestProject } from "vitest/node";
import { calmPool } from "#server/db/db.ts";
import { migrate } from "#server/db/migrate.ts";
import { startTestPostgres } from "#server/db/embedded.ts";
import { prepareJobs } from "#server/jobs/jobs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    readonly adminUrl: string;
    readonly templateName: string;
  }
}

/**
 * One migrated template for a project's whole run; every world is a copy of it (15 to 38 ms).
 *
 * `WAYBILL_TEST_DATABASE_URL` names a server of one's own (PostgreSQL 15 or newer) instead of the embedded one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = process.env["WAYBILL_TEST_DATABASE_URL"];
  const embedded = own ? undefined : await startTestPostgres();
  const adminUrl = own ?? embedded?.url ?? "";
  // Two projects of one run have a template each.
  const templateName = `waybill_template_${process.pid}_${project.name}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`drop database if exists ${templateName} with (force)`);
  await admin.query(`create database ${templateName}`);
  const connection = withDatabase(adminUrl, templateName);
  await migrate(connection, "db/migrations");
  const pool = calmPool(connection);
  await prepareJobs(pool);
  await pool.end();
  await admin.query(`alter database ${templateName} with is_template true allow_connections false`);
  project.provide("adminUrl", adminUrl);
  project.provide("templateName", templateName);
  return async () => {
    await admin.query(`alter database ${templateName} with is_template false`);
    await admin.query(`drop database ${templateName} with (force)`);
    await admin.end();
    await embedded?.stop();
  };
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): { connectionString: string } {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return { connectionString: changed.href };
}
