import { type ChildProcess, spawn } from "node:child_process";

/**
 * Reads until the pipe from Waybill closes, which happens however Waybill ends, SIGKILL included. Each line names the
 * PostgreSQL to end then, an empty one none: never is one ended that a later Waybill started on the same files. It is
 * asked to stop, and ended without mercy after ten seconds.
 * $1 = folder to remove afterwards or "".
 */
const SHELL = `
pid=
while read -r line; do pid=$line; done
if [ -n "$pid" ]; then
  kill -INT "$pid" 2>/dev/null
  n=0
  while [ $n -lt 50 ] && kill -0 "$pid" 2>/dev/null; do n=$((n + 1)); sleep 0.2; done
  kill -0 "$pid" 2>/dev/null && kill -QUIT "$pid" 2>/dev/null
fi
[ -n "$1" ] && rm -rf "$1"
exit 0
`;

const WINDOWS = `
const { spawnSync } = require("node:child_process");
process.stdin.resume().on("end", () => spawnSync(process.argv[1], ["stop", "-m", "fast", "-D", process.argv[2]]));
`;

export interface Watchdog {
  /** Names the process that must not outlive us; nothing once it has ended by itself. */
  readonly guard: (pid: number | undefined) => void;
  /** Ends the watch; PostgreSQL must have stopped before. */
  readonly end: () => void;
}

/** Makes sure that PostgreSQL never outlives this process. */
export function watchOver(database: string, pgCtl: string, removeAfter = ""): Watchdog {
  let ended = false;
  let guarded = "";
  let dog: ChildProcess;
  const start = () => {
    const options = { stdio: ["pipe", "ignore", "ignore"] as ["pipe", "ignore", "ignore"], detached: true };
    dog =
      process.platform === "win32"
        ? spawn(process.execPath, ["-e", WINDOWS, pgCtl, database], options)
        : spawn("/bin/sh", ["-c", SHELL, "waybill-watchdog", removeAfter], options);
    dog.unref();
    dog.stdin?.on("error", () => undefined);
    if (dog.stdin && "unref" in dog.stdin && typeof dog.stdin.unref === "function") dog.stdin.unref();
    dog.on("error", () => undefined);
    if (guarded !== "") dog.stdin?.write(guarded);
    dog.on("exit", () => {
      if (!ended) start();
    });
  };
  start();
  return {
    guard: (pid) => {
      guarded = `${pid ?? ""}\n`;
      dog.stdin?.write(guarded);
    },
    end: () => {
      ended = true;
      dog.kill("SIGKILL");
    },
  };
}
