import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Given } from "#server/config/read.ts";
import { type Settings, settle } from "#server/config/settings.ts";
import { lockHolder } from "#server/db/embedded-lock.ts";
import { chooseRunner, findPrograms } from "#server/db/embedded-program.ts";
import { freeBytes, nearestFolder } from "#server/folder.ts";
import { OLDEST_MAJOR, type DatabaseLook, databaseFolder, lookAtDatabase } from "./database.ts";
import { freePort } from "./ports.ts";

type Verdict = "good" | "careful" | "bad";
export interface Finding {
  readonly verdict: Verdict;
  readonly about: string;
  readonly says: string;
}

const good = (says: string) => ({ verdict: "good", says }) as const;
const careful = (says: string) => ({ verdict: "careful", says }) as const;
const bad = (says: string) => ({ verdict: "bad", says }) as const;
type Result = Omit<Finding, "about">;

const NEED_BYTES = 300e6;
const SOON_BYTES = 2e9;
const OFFSET_MS = 30_000;

/** `waybill doctor`: every look at what Waybill needs; exits 1 when something is bad. */
export async function doctor(given: Given): Promise<void> {
  const settings = settle(given.settings, process.env);
  const findings = await examine(settings);
  const marks: Readonly<Record<Verdict, string>> = { good: "ok  ", careful: "note", bad: "BAD " };
  for (const { verdict, about, says } of findings)
    process.stdout.write(`${marks[verdict]}  ${about.padEnd(10)} ${says}\n`);
  if (findings.some((finding) => finding.verdict === "bad")) process.exitCode = 1;
}

export async function examine(settings: Settings): Promise<Finding[]> {
  const running = lockHolder(join(settings.data, "waybill.lock"));
  const looks: [string, () => Result | Promise<Result>][] = [
    ["node", lookAtNode],
    ["platform", () => lookAtPlatform(settings)],
    ["folder", () => lookAtFolder(settings.data)],
    ["disk", () => lookAtDisk(settings.data)],
    [
      "running",
      () =>
        running === undefined
          ? good("no Waybill runs on this data")
          : good(`Waybill runs on this data as process ${running}`),
    ],
    ["ports", () => (running === undefined ? lookAtPorts(settings) : good("in use by the running Waybill"))],
    ["database", () => lookAtOwnDatabase(settings, running)],
    ["sign-in", () => lookAtProvider(settings)],
  ];
  const findings: Finding[] = [];
  for (const [about, look] of looks) findings.push({ about, ...(await settled(look)) });
  return findings;
}

/** What a look throws is a finding too. */
async function settled(look: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await look();
  } catch (error) {
    return bad(error instanceof Error ? error.message : String(error));
  }
}

function lookAtNode(): Result {
  const major = Number(process.versions.node.split(".")[0]);
  const says = `Node ${process.versions.node}`;
  return major >= 22
    ? good(says)
    : careful(`${says} runs Waybill but no longer gets security fixes: use Node 24 in production`);
}

function lookAtPlatform(settings: Settings): Result {
  const name = `${process.platform} ${process.arch}`;
  if (settings.databaseUrl !== undefined) return good(`${name}, with a database of your own`);
  const { major } = findPrograms();
  chooseRunner();
  return good(`${name} runs the embedded PostgreSQL ${major}`);
}

function lookAtFolder(data: string): Result {
  const nearest = nearestFolder(data);
  try {
    accessSync(nearest, constants.W_OK);
  } catch {
    return bad(
      `${nearest} may not be written: give this user write access, or choose another place with --data`,
    );
  }
  return good(nearest === data ? `${data} is there and may be written` : `${data} will be made`);
}

function lookAtDisk(data: string): Result {
  const free = freeBytes(data);
  const says = `${Math.round(free / 1e6)} MB free for ${data}`;
  if (free < NEED_BYTES) return bad(`${says}: Waybill needs ${NEED_BYTES / 1e6} MB`);
  return free < SOON_BYTES ? careful(`${says}: make room soon`) : good(says);
}

async function lookAtPorts(settings: Settings): Promise<Result> {
  const taken: string[] = [];
  for (const port of [settings.port, settings.providerPort, settings.metricsPort]) {
    await freePort(settings.host, port, [], (holder, instead) =>
      taken.push(`${port} is taken by ${holder}, ${instead} is free`),
    );
  }
  return taken.length === 0
    ? good(`${settings.port}, ${settings.providerPort} and ${settings.metricsPort} are free`)
    : careful(taken.join("; "));
}

async function lookAtOwnDatabase(settings: Settings, running: number | undefined): Promise<Result> {
  if (settings.databaseUrl !== undefined)
    return judge(await lookAtDatabase({ connectionString: settings.databaseUrl }));
  const folder = databaseFolder(settings.data);
  const version = join(folder, "pg", "PG_VERSION");
  if (!existsSync(version)) return good("the embedded one is made at the first start");
  const major = readFileSync(version, "utf8").trim();
  if (major !== findPrograms().major)
    return bad(`the data is of PostgreSQL ${major}, this Waybill brings ${findPrograms().major}`);
  return good(`embedded PostgreSQL ${major}, ${running === undefined ? "stopped" : "running"}`);
}

function judge(look: DatabaseLook): Result {
  if (look.major < OLDEST_MAJOR)
    return bad(`PostgreSQL ${look.major}: Waybill needs ${OLDEST_MAJOR} or newer`);
  if (Math.abs(look.clockOffsetMs) > OFFSET_MS)
    return bad(
      `its clock differs from this machine's by ${Math.round(look.clockOffsetMs / 1000)} s: set both by NTP`,
    );
  if (look.unfenced !== undefined && look.unfenced.length > 0)
    return bad(`tables without row-level security: ${look.unfenced.join(", ")}`);
  const says = `PostgreSQL ${look.major}, ${look.unfenced === undefined ? "not migrated yet" : "every table fenced by organisation"}`;
  if (look.superuser || look.bypassesFences)
    return careful(`${says}; its user is more than an owner: a plain role that owns the database is enough`);
  return good(says);
}

async function lookAtProvider(settings: Settings): Promise<Result> {
  if (settings.embeddedProvider) return careful("the embedded provider signs anybody in: for demos only");
  const url = `${settings.oidcIssuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const response = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
  if (!response?.ok)
    return bad(
      `${url} does not answer${response ? ` (${response.status})` : ""}: correct --oidc-issuer, or start the provider`,
    );
  const found: unknown = await response.json().catch(() => undefined);
  const issuer = typeof found === "object" && found !== null && "issuer" in found ? found.issuer : undefined;
  if (issuer !== settings.oidcIssuer)
    return bad(
      `it calls itself ${String(issuer)}, --oidc-issuer says ${settings.oidcIssuer}: they must be equal to the letter`,
    );
  const date = Date.parse(response.headers.get("date") ?? "");
  if (Math.abs(date - Date.now()) > OFFSET_MS)
    return bad("its clock and this machine's differ by more than 30 s: set both by NTP");
  return good(`${settings.oidcIssuer} answers, clocks agree`);
}
