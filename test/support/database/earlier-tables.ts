import { Client } from "pg";
import { openDatabase } from "#main/cli/database.ts";

/** Notes a file that only databases of an earlier Waybill have run. */
export async function putBackToEarlierTables(data: string): Promise<void> {
  const database = await openDatabase({ data, databaseUrl: undefined });
  const client = new Client(database.connection);
  await client.connect();
  await client.query("insert into schema_migration (name, hash) values ('0001-core.sql', 'x')");
  await client.end();
  await database.stop();
}
