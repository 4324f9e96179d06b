import type { Instant } from "#kernel/instant.ts";

/** Whoever does things over time. What a dead one was about to do never happens. */
export interface Doer {
  readonly name: string;
  isDead: boolean;
}

/** Virtual time. One step at a time runs from one pause to the next, so that a seed decides every interleaving. */
export interface Agenda {
  now: Instant;
  /** Does something at a moment, at once and without waiting. */
  at(time: Instant, deed: () => void): void;
  /** Begins a task after `ms`. */
  begin(who: Doer, ms: number, work: () => Promise<void>): void;
  /** Called by a task: lets time go on. */
  pause(who: Doer, ms: number): Promise<void>;
  /** Called by a task: waits until `arrange`'s callback is called by another step. */
  hear<T>(who: Doer, arrange: (say: (told: T) => void) => void): Promise<T>;
  /** Lives until then. @throws whatever a task threw */
  run(until: Instant): Promise<void>;
}

interface Entry {
  readonly time: Instant;
  readonly nth: number;
  readonly go: () => void;
}

/** A step touches the database a few times; one that takes this long waits for something that never comes. */
const STUCK_MS = 60_000;

export function openAgenda(start: Instant): Agenda {
  const entries: Entry[] = [];
  let nth = 0;
  let running = 0;
  let settle: { resolve: () => void; reject: (error: unknown) => void } | undefined;
  const put = (time: Instant, go: () => void): void => {
    nth += 1;
    const entry = { time: Math.floor(time), nth, go };
    let place = entries.length;
    // Latest first: the next one is at the end.
    while (place > 0 && isBefore(entries[place - 1], entry)) place -= 1;
    entries.splice(place, 0, entry);
  };
  const leave = (): void => {
    running -= 1;
    if (running === 0) settle?.resolve();
  };
  const enter = (who: Doer, go: () => void): void => {
    if (who.isDead) return;
    running += 1;
    go();
  };
  const agenda: Agenda = {
    now: start,
    at: (time, deed) => put(Math.max(time, agenda.now), deed),
    begin: (who, ms, work) =>
      put(agenda.now + ms, () => enter(who, () => void work().then(leave, (error) => settle?.reject(error)))),
    pause: (who, ms) =>
      new Promise((resolve) => {
        put(agenda.now + ms, () => enter(who, resolve));
        leave();
      }),
    hear: <T>(who: Doer, arrange: (say: (told: T) => void) => void) =>
      new Promise<T>((resolve) => {
        arrange((told) => put(agenda.now, () => enter(who, () => resolve(told))));
        leave();
      }),
    async run(until) {
      for (let next = entries.at(-1); next && next.time <= until; next = entries.at(-1)) {
        entries.pop();
        agenda.now = next.time;
        await step(next.go);
      }
      agenda.now = until;
    },
  };
  const step = async (go: () => void): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const done = new Promise<void>((resolve, reject) => {
      settle = { resolve, reject };
      timer = setTimeout(() => reject(new Error("a step of the simulation hangs")), STUCK_MS);
    });
    go();
    if (running > 0) await done;
    clearTimeout(timer);
  };
  return agenda;
}

const isBefore = (standing: Entry | undefined, entry: Entry): boolean =>
  standing !== undefined &&
  (standing.time < entry.time || (standing.time === entry.time && standing.nth < entry.nth));
