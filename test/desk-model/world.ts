import { MINUTE_MS, type Instant } from "#kernel/instant.ts";
import { type Dice, dice } from "#test/support/seeds/dice.ts";
import type { Guard } from "./guards.ts";

/** Begin of every day at the desk: 8:00 in Berlin. */
export const START = Date.parse("2026-11-23T07:00:00Z");

/** The clock, the seed's dice, and what went wrong. */
export interface World {
  readonly dice: Dice;
  readonly lines: string[];
  readonly wrong: Set<string>;
  readonly now: () => Instant;
  has(guard: Guard): boolean;
  pass(minutes: number): void;
  say(line: string): void;
  /** Notes a broken invariant by its number in the design. */
  broke(invariant: number, what: string): void;
  newId(): string;
}

export function makeWorld(seed: number, without: readonly Guard[]): World {
  const lines: string[] = [];
  const wrong = new Set<string>();
  let now = START;
  let ids = 0;
  const say = (line: string): void => void lines.push(`${new Date(now).toISOString().slice(11, 16)} ${line}`);
  return {
    dice: dice(seed),
    lines,
    wrong,
    now: () => now,
    has: (guard) => !without.includes(guard),
    pass: (minutes) => void (now += minutes * MINUTE_MS),
    say,
    broke: (invariant, what) => {
      say(`BROKE I${invariant}: ${what}`);
      wrong.add(`I${invariant} ${what}`);
    },
    newId: () => {
      ids += 1;
      return `${ids.toString(16).padStart(8, "0")}-0000-4000-8000-${seed.toString(16).padStart(12, "0")}`;
    },
  };
}
