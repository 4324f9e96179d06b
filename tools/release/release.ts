// `npx tsx tools/release/release.ts`: keeps what later versions are tried on: the hashes of the migrations, the description of the API, and a
// data folder of this version, made by the program itself. `--plan` only says what it would write. It ends in a minute.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readMigrations } from "#server/db/migrate.ts";
import type { Released } from "#test/support/checks/migrations.ts";
import { makeInstallation } from "./make-installation.ts";

const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));
const LIST = "db/migrations/released.json";
const folder = path.join("test", "released", version);

/** Files that no earlier version brought. @throws Error where one of an earlier version was edited */
function newMigrations(released: Released): Record<string, string> {
  const earlier = Object.assign({}, ...Object.values({ ...released, [version]: {} })) as Record<
    string,
    string
  >;
  const all = readMigrations("db/migrations");
  for (const { name, hash } of all)
    if (earlier[name] !== undefined && earlier[name] !== hash)
      throw new Error(`${name} was released and edited: put it back, and change the tables in a new file.`);
  return Object.fromEntries(
    all.filter(({ name }) => !(name in earlier)).map(({ name, hash }) => [name, hash]),
  );
}

async function release(): Promise<void> {
  const released: Released = JSON.parse(readFileSync(LIST, "utf8"));
  const fresh = newMigrations(released);
  process.stdout.write(`${LIST}: ${version} with ${Object.keys(fresh).length} files\n`);
  process.stdout.write(`${folder}: a data folder and the description of the API\n`);
  if (process.argv.includes("--plan")) return;
  writeFileSync(LIST, `${JSON.stringify({ ...released, [version]: fresh }, undefined, 2)}\n`);
  const scratch = mkdtempSync(path.join(tmpdir(), "waybill-release-"));
  try {
    mkdirSync(folder, { recursive: true });
    await makeInstallation(scratch, folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

await release();
