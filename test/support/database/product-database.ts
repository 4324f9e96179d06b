import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { DATABASE, SUPERUSER, placeIn } from "#server/db/embedded-create.ts";

/** Does something in the database of a running Waybill that nobody could wait for: an hour's or a day's work. */
export async function inProductDatabase(
  dataFolder: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const { database: folder, passwordFile } = placeIn(path.join(dataFolder, "postgres"));
  const [, , , port, host] = readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n");
  const client = new pg.Client({
    host: host ?? "",
    port: Number(port),
    user: SUPERUSER,
    password: readFileSync(passwordFile, "utf8").trim(),
    database: DATABASE,
  });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
