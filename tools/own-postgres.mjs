import { execFileSync, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, chownSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const OLDEST = 15;

/** As the embedded one has them in tests: nothing outlives the run, and no statement is worth a compiler. */
const SETTINGS = [
  "listen_addresses=127.0.0.1",
  "max_connections=300",
  "jit=off",
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "autovacuum=off",
  "max_wal_size=1GB",
];

/** The newest PostgreSQL of the machine that we support, as its folder of programs. */
function programs() {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return undefined;
  const majors = readdirSync(root)
    .map(Number)
    .filter((major) => major >= OLDEST)
    .toSorted((a, b) => b - a);
  return majors
    .map((major) => ({ major, bin: path.join(root, String(major), "bin") }))
    .find(({ bin }) => existsSync(path.join(bin, "initdb")));
}

/** Below those that the suites take for their products. */
const PORTS = { first: 19_000, last: 19_999 };

/** A port of this machine on which nobody listens. */
async function freePort() {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.last + 1);
    const isFree = await new Promise((resolve) => {
      const probe = createServer();
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/**
 * Starts the machine's own PostgreSQL in a folder for this run, for the server suites.
 *
 * @returns its URL and how to stop it; undefined when the machine has none
 */
export async function startOwnPostgres() {
  const found = programs();
  if (!found) return undefined;
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-pg-"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const [uid, gid] = ["-u", "-g"].map((flag) =>
      Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" })),
    );
    chownSync(folder, uid, gid);
  }
  const as = (program, args) =>
    isRoot
      ? ["runuser", ["-u", "postgres", "--", path.join(found.bin, program), ...args]]
      : [path.join(found.bin, program), args];
  const data = path.join(folder, "data");
  execFileSync(...as("initdb", ["-D", data, "-U", "waybill", "-A", "trust", "-E", "UTF8", "--no-sync"]), {
    stdio: "ignore",
  });
  const given = SETTINGS.map((setting) => `-c ${setting}`).join(" ");
  const options = `-p ${port} -k ${folder} ${given}`;
  execFileSync(...as("pg_ctl", ["-D", data, "-w", "-l", path.join(folder, "log"), "-o", options, "start"]), {
    stdio: "ignore",
  });
  return {
    major: found.major,
    // By its socket in the folder, as the embedded one: a message over TCP takes both ends more of a processor.
    url: `postgres://waybill@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`,
    stop() {
      spawnSync(...as("pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"]), { stdio: "ignore" });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
