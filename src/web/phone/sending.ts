import { backOffMs } from "#kernel/outbox/back-off.ts";
import type { DrainEnd } from "#kernel/outbox/outbox.ts";

/** A holder of the lock that shows no life for so long is frozen: a visible page takes the lock from it. */
const STALE_MS = 15_000;
const BEAT_MS = 5_000;
/** With nothing to send, the day is read again after this. */
const IDLE_MS = 300_000;
/** Another tab sends: look again. */
const OTHER_MS = 5_000;
/** A holder that took the lock just now shows its first life within this. */
const FIRST_BEAT_MS = 1_000;

export interface Sending {
  /** Sends now, or once more after the call that is under way. */
  kick(): void;
  stop(): void;
}

export interface SendingParts {
  /** Of the lock and the heartbeat: one sender for each person on this phone. */
  readonly name: string;
  readonly work: () => Promise<DrainEnd>;
  /** Milliseconds until a command may go that only waits for its undo time. */
  readonly ripeIn: () => number | undefined;
  readonly onEnd: (end: DrainEnd) => void;
}

/** Sends when something was written, the network or the page comes back, and after a while anyway. */
export function startSending({ name, work, ripeIn, onEnd }: SendingParts): Sending {
  const beatKey = `${name}.beat`;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isRunning = false;
  let isWanted = false;
  let isStopped = false;

  const beat = () => localStorage.setItem(beatKey, String(Date.now()));
  const isFrozen = () =>
    document.visibilityState === "visible" &&
    Date.now() - Number(localStorage.getItem(beatKey) ?? 0) > STALE_MS;

  async function held(): Promise<DrainEnd> {
    beat();
    const beating = setInterval(beat, BEAT_MS);
    try {
      return await work();
    } finally {
      clearInterval(beating);
    }
  }

  /** @returns nothing when another tab sends */
  async function locked(): Promise<DrainEnd | undefined> {
    if (!navigator.locks) return held();
    const first = await navigator.locks.request(name, { ifAvailable: true }, (lock) =>
      lock ? held() : undefined,
    );
    if (first !== undefined || !isFrozen()) return first;
    await new Promise((done) => setTimeout(done, FIRST_BEAT_MS));
    return isFrozen() ? navigator.locks.request(name, { steal: true }, held) : undefined;
  }

  function waitAfter(end: DrainEnd | undefined): number {
    if (end === undefined) return OTHER_MS;
    failures = end === "sent" ? 0 : failures + 1;
    const ripe = ripeIn();
    const wait = end === "sent" ? IDLE_MS : backOffMs(failures, Math.random());
    return ripe === undefined ? wait : Math.min(wait, ripe + 50);
  }

  async function run(): Promise<void> {
    if (isRunning) {
      isWanted = true;
      return;
    }
    isRunning = true;
    clearTimeout(timer);
    // A lock that was stolen, or a store that failed: the next try is as after any failure.
    const end = await locked().catch((): DrainEnd => "busy");
    isRunning = false;
    if (isStopped) return;
    if (end !== undefined) onEnd(end);
    const wait = isWanted ? 0 : waitAfter(end);
    isWanted = false;
    timer = setTimeout(() => void run(), wait);
  }

  const kick = () => void run();
  const whenBack = () => {
    failures = 0;
    kick();
  };
  addEventListener("online", whenBack);
  document.addEventListener("visibilitychange", whenBack);
  kick();
  return {
    kick,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      removeEventListener("online", whenBack);
      document.removeEventListener("visibilitychange", whenBack);
    },
  };
}
