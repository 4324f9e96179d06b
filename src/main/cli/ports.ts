import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { addressesOf } from "#server/listen.ts";
import { SetupProblem, systemCode } from "#server/setup-problem.ts";

const TRIES = 200;

/**
 * The first free port from `wanted` on, free on every address of the host.
 * @param onTaken called once when `wanted` itself is taken: with its holder and the port used instead
 */
export async function freePort(
  host: string,
  wanted: number,
  avoid: readonly number[],
  onTaken: (holder: string, instead: number) => void = () => undefined,
): Promise<number> {
  for (let port = wanted; port < Math.min(wanted + TRIES, 65_536); port += 1) {
    if (avoid.includes(port) || !(await isFree(host, port))) continue;
    if (port !== wanted && !avoid.includes(wanted)) onTaken(portHolder(wanted), port);
    return port;
  }
  throw new SetupProblem(
    `No port from ${wanted} to ${wanted + TRIES - 1} is free on ${host}: choose another with --port.`,
  );
}

/**
 * Checks a port that others were told of and that therefore does not move: the one of the sandbox bank.
 *
 * @throws SetupProblem where it is taken
 */
export async function needSandboxPort(port: number): Promise<void> {
  if (await isFree("127.0.0.1", port, "--sandbox-port")) return;
  throw new SetupProblem(
    `Port ${port} of the sandbox bank is taken by ${portHolder(port)}: stop that program, or choose another port with --sandbox-port.`,
  );
}

async function isFree(host: string, port: number, option = "--port"): Promise<boolean> {
  for (const address of addressesOf(host)) {
    const trouble = await tryListen(address, port);
    if (trouble === "EADDRINUSE") return false;
    if (trouble === "EACCES")
      throw new SetupProblem(
        `This user may not listen on port ${port}: choose one above 1023 with ${option}.`,
      );
    if (trouble === "EADDRNOTAVAIL" && address !== "::1")
      throw new SetupProblem(`This machine has no address ${host}: choose another with --host.`);
    if (trouble === "ENOTFOUND" || trouble === "EAI_AGAIN")
      throw new SetupProblem(`The host name ${host} is not known: choose another with --host.`);
  }
  return true;
}

/** The system's word for why listening failed, "" when it did not. */
function tryListen(address: string, port: number): Promise<string> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once("error", (error) => done(systemCode(error)));
    probe.listen({ host: address, port, exclusive: true }, () => probe.close(() => done("")));
  });
}

/** Names the program that listens on a port: "node (process 123)". */
export function portHolder(port: number): string {
  const pid = process.platform === "linux" ? holderFromProc(port) : holderFromLsof(port);
  if (pid === undefined) return "another program";
  const name =
    process.platform === "linux"
      ? // The name in `comm` is that of its first thread: from Node 22 on "MainThread".
        path.basename(readLink(`/proc/${pid}/exe`)).replace(" (deleted)", "")
      : run("ps", ["-o", "comm=", "-p", String(pid)]);
  return `${name.trim() || "a program"} (process ${pid})`;
}

/** /proc/net/tcp names the socket of a listening port, /proc/<pid>/fd the process that holds the socket. */
function holderFromProc(port: number): number | undefined {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  const listening = ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((file) => readText(file).split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(`:${hex}`) && fields[3] === "0A");
  const sockets = new Set(listening.map((fields) => `socket:[${fields[9]}]`));
  if (sockets.size === 0) return undefined;
  const pids = list("/proc").filter((name) => /^\d+$/.test(name));
  const found = pids.find((pid) =>
    list(`/proc/${pid}/fd`).some((fd) => sockets.has(readLink(`/proc/${pid}/fd/${fd}`))),
  );
  return found === undefined ? undefined : Number(found);
}

function holderFromLsof(port: number): number | undefined {
  const pid = Number(run("lsof", ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-t"]).split("\n")[0]);
  return pid > 0 ? pid : undefined;
}

const quietly = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};
const readText = (file: string) => quietly(() => readFileSync(file, "utf8"), "");
const readLink = (file: string) => quietly(() => readlinkSync(file), "");
const list = (folder: string) => quietly(() => readdirSync(folder), []);
const run = (command: string, args: string[]) =>
  quietly(() => execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }), "");
