import { HOUR_MS, type Instant } from "#kernel/instant.ts";
import { dice, type Dice } from "#test/support/seeds/dice.ts";
import type { Guard } from "./guards.ts";
import type { Invariant } from "./invariants.ts";

/** Begin of every shift. */
export const START = Date.parse("2026-11-23T06:00:00Z");
const HOURS = 10;

interface Due {
  readonly at: Instant;
  readonly work: () => void;
}

/** True time, the events that are due, the seed's dice, and what went wrong. */
export interface World {
  readonly dice: Dice;
  readonly lines: string[];
  readonly wrong: Set<string>;
  /** When the faults end. */
  readonly faultsEnd: Instant;
  readonly now: () => Instant;
  isFaulty(): boolean;
  has(guard: Guard): boolean;
  /** Does the work so many milliseconds from now. */
  after(ms: number, work: () => void): void;
  /** Holds the time still until work outside the simulation ended. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Resolves so many milliseconds from now. */
  wait(ms: number): Promise<void>;
  say(line: string): void;
  /** Notes a broken invariant by its number in the design and what broke it. */
  broke(invariant: Invariant, what: string): void;
  newId(kind: string): string;
  /** Runs everything that is due until then, one event after the other. */
  runUntil(end: Instant, afterEach: () => void): Promise<void>;
}

/** Ends all promises that are ready: a tick's turn comes when none is left. */
const settled = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

export function makeWorld(seed: number, without: readonly Guard[], hours = HOURS): World {
  const due: Due[] = [];
  const lines: string[] = [];
  const wrong = new Set<string>();
  const faultsEnd = START + hours * HOUR_MS;
  const outside = new Set<Promise<unknown>>();
  let now = START;
  let ids = 0;
  const say = (line: string): void => void lines.push(`${((now - START) / 1000).toFixed(1)} ${line}`);
  /** Ends all work that was begun, at the same moment. */
  const finished = async (): Promise<void> => {
    await settled();
    while (outside.size > 0) {
      await Promise.race(outside).catch(() => undefined);
      await settled();
    }
  };
  const after = (ms: number, work: () => void): void => {
    const at = now + Math.max(0, Math.round(ms));
    let [from, to] = [0, due.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((due[middle]?.at ?? at) <= at) from = middle + 1;
      else to = middle;
    }
    due.splice(from, 0, { at, work });
  };
  return {
    dice: dice(seed),
    lines,
    wrong,
    faultsEnd,
    now: () => now,
    isFaulty: () => now < faultsEnd,
    has: (guard) => !without.includes(guard),
    after,
    during: (work) => {
      const ended = work.finally(() => outside.delete(ended));
      outside.add(ended);
      return ended;
    },
    wait: (ms) => new Promise((resolve) => after(ms, resolve)),
    say,
    broke: (invariant, what) => {
      say(`BROKE ${invariant}: ${what}`);
      wrong.add(`${invariant} ${what}`);
    },
    newId: (kind) => {
      ids += 1;
      const digits = ids.toString(16).padStart(8, "0");
      return `${digits}-${kind.length.toString(16).padStart(4, "0")}-4000-8000-${seed.toString(16).padStart(12, "0")}`;
    },
    runUntil: async (end, afterEach) => {
      await finished();
      for (;;) {
        const next = due[0];
        if (!next || next.at > end) break;
        due.shift();
        now = next.at;
        next.work();
        await finished();
        afterEach();
      }
      now = Math.max(now, end);
    },
  };
}
