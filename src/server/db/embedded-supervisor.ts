import { setTimeout as sleep } from "node:timers/promises";
import { type Launcher, type Running, end, lastSaid, launch } from "./embedded-server.ts";

/** `ended` by itself, could not be started again (`down`, which is tried until it works), or is `back`. */
export interface DatabaseNews {
  readonly state: "ended" | "down" | "back";
  /** Words of PostgreSQL or the launcher. */
  readonly said: string;
}

export interface Supervisor {
  readonly pid: () => number;
  readonly stop: (deadlineMs: number) => Promise<void>;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
/** One that ran this long has come up well: its end is no repetition of the last. */
const WELL_MS = 30_000;

/** Starts PostgreSQL again whenever it ends without being asked, at the same address, for as long as it takes. */
export function supervise(
  first: Running,
  launcher: Launcher,
  onNews: (news: DatabaseNews) => void = () => undefined,
): Supervisor {
  const stopped = new AbortController();
  let current = first;
  let waitMs = FIRST_WAIT_MS;
  let reviving = Promise.resolve();

  const watch = (server: Running): void => {
    const begun = performance.now();
    const onEnd = (): void => {
      if (stopped.signal.aborted) return;
      if (performance.now() - begun > WELL_MS) waitMs = FIRST_WAIT_MS;
      onNews({ state: "ended", said: lastSaid(launcher.place) });
      reviving = revive();
    };
    if (server.child.exitCode === null && server.child.signalCode === null) server.child.once("exit", onEnd);
    else onEnd();
  };
  const revive = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await sleep(waitMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
      if (stopped.signal.aborted) return;
      try {
        current = await launch(launcher);
      } catch (error) {
        onNews({ state: "down", said: String(error) });
        continue;
      }
      onNews({ state: "back", said: "" });
      watch(current);
      return;
    }
  };
  watch(first);
  return {
    pid: () => current.pid,
    stop: async (deadlineMs) => {
      stopped.abort();
      await reviving;
      await end(current.child, launcher, deadlineMs);
    },
  };
}
