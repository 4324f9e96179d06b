import type { Instant } from "#kernel/instant.ts";
import { SAMPLES_KEPT, type FrozenCommand } from "./op.ts";

/** One reading of both clocks: the server said `server`, at the latest `rtt` before the phone's clocks showed the rest. */
export interface ClockSample {
  readonly life: string;
  readonly mono: number;
  readonly wall: number;
  readonly server: number;
  readonly rtt: number;
  /** The next command's number at that moment. */
  readonly seq: number;
}

/** When a tap happened: never before `lo`, never after `hi`, most likely at `best`. */
export interface TapTimes {
  readonly lo: Instant;
  readonly best: Instant;
  readonly hi: Instant;
}

type Tap = Pick<FrozenCommand, "seq" | "wall" | "mono" | "life">;

/** Share by which a monotonic clock may run fast. */
const DRIFT = 0.0002;
/** A tap reads the clocks at most so long before its number is given out. */
const NUMBERED_MS = 1_000;

/** A monotonic clock that stands still in sleep cannot tell: there, as between lives, the numbers do. */
const isEarlier = (sample: ClockSample, tap: Tap): boolean =>
  sample.life === tap.life && sample.mono !== tap.mono ? sample.mono < tap.mono : sample.seq <= tap.seq;

/** A monotonic clock stops in sleep: at least so much time passed between two readings. */
const passed = (from: number, to: number): number => (to - from) * (1 - DRIFT);

const leastOf = (sample: ClockSample, tap: Tap): number =>
  sample.life === tap.life
    ? sample.server + passed(sample.mono, tap.mono) - sample.rtt
    : sample.server - sample.rtt - NUMBERED_MS;

const mostOf = (sample: ClockSample, tap: Tap): number =>
  sample.life === tap.life
    ? sample.server - passed(tap.mono, sample.mono) + sample.rtt
    : sample.server + sample.rtt;

/** The sample whose offset of the wall clock counts: the newest before the tap, else the oldest after it. */
function nearestOf(earlier: readonly ClockSample[], later: readonly ClockSample[]): ClockSample | undefined {
  const newest = earlier.toSorted((a, b) => b.server - a.server)[0];
  return newest ?? later.toSorted((a, b) => a.server - b.server)[0];
}

/** Bounds the time of a tap by the readings around it; the wall clock alone only guesses between the bounds. */
export function timesOf(tap: Tap, samples: readonly ClockSample[], received: Instant): TapTimes {
  const earlier = samples.filter((sample) => isEarlier(sample, tap));
  const later = samples.filter((sample) => !isEarlier(sample, tap));
  const hi = Math.max(
    0,
    Math.ceil(later.reduce((least, sample) => Math.min(least, mostOf(sample, tap)), received)),
  );
  const lo = Math.min(
    hi,
    Math.floor(earlier.reduce((most, sample) => Math.max(most, leastOf(sample, tap)), 0)),
  );
  const nearest = nearestOf(earlier, later);
  const guess = tap.wall + (nearest ? nearest.server - nearest.wall : 0);
  return { lo, best: Math.round(Math.min(hi, Math.max(lo, guess))), hi };
}

/** A tap with its bounds. */
export interface TimedTap {
  readonly device: string;
  readonly life: string;
  readonly mono: number;
  readonly times: TapTimes;
}

/** Least time between two taps, in milliseconds: a rule that ends is applied only where it certainly ended. */
export function leastBetween(first: TimedTap, second: TimedTap): number {
  const isSameClock = first.device === second.device && first.life === second.life;
  const byClock = isSameClock ? passed(first.mono, second.mono) : 0;
  return Math.max(0, byClock, second.times.lo - first.times.hi);
}

/** The newest samples, each once. */
export function keptSamples(
  before: readonly ClockSample[],
  sent: readonly ClockSample[],
): readonly ClockSample[] {
  const byReading = new Map([...before, ...sent].map((one) => [`${one.life} ${one.mono}`, one]));
  return [...byReading.values()].toSorted((a, b) => b.server - a.server).slice(0, SAMPLES_KEPT);
}
