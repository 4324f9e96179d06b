import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { environment } from "../processes/bare-environment.ts";
import { asOneFile } from "../processes/one-file.ts";

/** Migrations of a version that is still to come: a table, and its rows in batches of a thousand places, three seconds each. */
const LATER: Readonly<Record<string, string>> = {
  "9000-places-seen.sql": `create table place_seen (
  org_id uuid not null, id bigint not null, times int not null, primary key (org_id, id));
select fence('place_seen');`,
  "9001-places-fill-seen.batches.sql": `select count(*) as count from place
-- batch
with part as (
  select org_id, id from place where id > coalesce($1::text, '0')::bigint order by id limit $2::int
), put as (
  insert into place_seen select org_id, id, 1 from part
  on conflict (org_id, id) do update set times = place_seen.times + 1
)
select max(id)::text as position, count(*)::int as rows from part, pg_sleep(3)`,
  "9002-deliveries-mark.sql": "alter table delivery add column later_mark text;",
};

/** Makes a folder of a program that has these migrations besides those of today. */
export function makeLaterProgram(root: string): void {
  const migrations = path.join(root, "db", "migrations");
  mkdirSync(migrations, { recursive: true });
  cpSync("db/migrations", migrations, { recursive: true });
  cpSync("package.json", path.join(root, "package.json"));
  for (const [name, text] of Object.entries(LATER)) writeFileSync(path.join(migrations, name), text);
}

export interface Running {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

/** Runs a command of the program in a folder. @param killAt a place of `failpoint` */
export async function runIn(root: string, args: readonly string[], killAt?: string): Promise<Running> {
  const program = path.resolve(await asOneFile("test/support/processes/waybill-cut.ts"));
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...environment(), ...(killAt !== undefined && { WAYBILL_CRASH_AT: killAt }) },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => (said += part.toString()));
  return { child, said: () => said, ended: once(child, "close").then(() => child.exitCode) };
}
