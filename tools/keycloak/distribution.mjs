// Keycloak's server for the suites: fetched by its coordinates, held to a checksum, unpacked and built once per machine.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { unzipSync } from "fflate";
import { Missing } from "./missing.mjs";
import { javaArguments } from "./java.mjs";

// The newest when the realm files were written; every scenario passed on it, so that another one is a choice and no accident.
const VERSION = "26.7.5";
const SHA_256 = "30ef87fb7101c43d29688d1ae80c0588ff4a151b3330e9f664bf9692d398658a";
const GROUP = "org.keycloak";
const ARTIFACT = "keycloak-quarkus-dist";
const FILE = `${ARTIFACT}-${VERSION}.zip`;
const CACHE = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "waybill", "keycloak");

/**
 * The folder of a Keycloak that can start at once. Takes a minute the first time, nothing afterwards.
 *
 * @param {{ command: string, major: number }} java
 * @throws Missing when the distribution cannot be had
 */
export async function keycloakHome(java) {
  const home = path.join(CACHE, `keycloak-${VERSION}`);
  const mark = path.join(home, ".waybill");
  const built = `${SHA_256} java ${java.major}`;
  if (existsSync(mark) && readFileSync(mark, "utf8") === built) return home;
  mkdirSync(CACHE, { recursive: true });
  const archive = path.join(CACHE, FILE);
  if (!existsSync(archive) || (await sha256(archive)) !== SHA_256) await obtain(archive);
  process.stdout.write(`Keycloak ${VERSION} is unpacked and built for this machine …\n`);
  const fresh = path.join(CACHE, `.unpacking-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  unpack(archive, fresh);
  const unpacked = path.join(fresh, `keycloak-${VERSION}`);
  build(java.command, unpacked);
  writeFileSync(path.join(unpacked, ".waybill"), built);
  rmSync(home, { recursive: true, force: true });
  renameSync(unpacked, home);
  rmSync(fresh, { recursive: true, force: true });
  return home;
}

/** Java alone reads what is unpacked: no file has to be a program. */
function unpack(archive, folder) {
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(archive)))) {
    const target = path.join(folder, name);
    mkdirSync(name.endsWith("/") ? target : path.dirname(target), { recursive: true });
    if (!name.endsWith("/")) writeFileSync(target, bytes);
  }
}

async function obtain(archive) {
  process.stdout.write(`Keycloak ${VERSION} is fetched from Maven Central (170 MB, once) …\n`);
  const part = `${archive}.part`;
  rmSync(part, { force: true });
  const tried = [byMaven(part), await byAddress(part)];
  if (!existsSync(part))
    throw new Missing(`${GROUP}:${ARTIFACT}:${VERSION} cannot be had: ${tried.filter(Boolean).join("; ")}`);
  const found = await sha256(part);
  if (found !== SHA_256) {
    rmSync(part, { force: true });
    throw new Error(
      `${FILE} has the SHA-256 ${found}, expected ${SHA_256}: it is not the file that was checked.`,
    );
  }
  renameSync(part, archive);
}

/** @returns why not, or nothing */
function byMaven(part) {
  const folder = path.dirname(part);
  const { status, error, stdout } = spawnSync(
    process.platform === "win32" ? "mvn.cmd" : "mvn",
    [
      "--batch-mode",
      "--update-snapshots",
      "dependency:copy",
      `-Dartifact=${GROUP}:${ARTIFACT}:${VERSION}:zip`,
      `-DoutputDirectory=${folder}`,
      "-Dmdep.overWriteReleases=true",
    ],
    { encoding: "utf8", timeout: 15 * 60_000, cwd: folder },
  );
  if (error) return "Maven (mvn) is not on this machine";
  if (status !== 0)
    return `Maven said: ${/\[ERROR\] (.*)/.exec(stdout)?.[1]?.slice(0, 300) ?? `exit code ${status}`}`;
  renameSync(path.join(folder, FILE), part);
  return undefined;
}

/** Without Maven: from the repository that its settings or `WAYBILL_MAVEN_REPOSITORY` name. @returns why not, or nothing */
async function byAddress(part) {
  if (existsSync(part)) return undefined;
  const base = process.env.WAYBILL_MAVEN_REPOSITORY ?? mirrorInSettings();
  if (!base) return "neither Maven's settings nor WAYBILL_MAVEN_REPOSITORY name a repository";
  const url = `${base.replace(/\/$/, "")}/${GROUP.replaceAll(".", "/")}/${ARTIFACT}/${VERSION}/${FILE}`;
  try {
    const answer = await fetch(url);
    if (!answer.ok || !answer.body) return `the named repository answered ${answer.status}`;
    await pipeline(Readable.fromWeb(answer.body), createWriteStream(part));
    return undefined;
  } catch (fault) {
    rmSync(part, { force: true });
    return `the named repository cannot be reached (${fault instanceof Error ? fault.message : String(fault)})`;
  }
}

/** The first mirror of Maven Central in `~/.m2/settings.xml`. */
function mirrorInSettings() {
  const file = path.join(homedir(), ".m2", "settings.xml");
  const text = existsSync(file) ? readFileSync(file, "utf8").replaceAll(/<!--[\s\S]*?-->/g, "") : "";
  for (const [mirror] of text.matchAll(/<mirror>[\s\S]*?<\/mirror>/g)) {
    const of = /<mirrorOf>([^<]*)</.exec(mirror)?.[1] ?? "";
    if (/\*|central/.test(of)) return /<url>\s*([^<\s]+)/.exec(mirror)?.[1];
  }
  return undefined;
}

/** Runs `kc.sh build`: the choices that cannot be made at each start are settled once. 40 s on a busy machine. */
function build(java, home) {
  const { status, stdout, stderr, error } = spawnSync(
    java,
    javaArguments(home, ["build", "--db=dev-mem", "--cache=local", "--health-enabled=true"]),
    { encoding: "utf8", timeout: 10 * 60_000 },
  );
  if (error || status !== 0)
    throw new Error(`Keycloak could not be built: ${error?.message ?? `${stdout}\n${stderr}`}`);
}

async function sha256(file) {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}
