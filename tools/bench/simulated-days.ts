import {
  type DayOutcome,
  type DayRules,
  hindsight,
  SimulatedDay,
} from "#test/support/planner/simulated-day.ts";
import { townDay } from "#test/support/planner/town-day.ts";
import { USUAL, weightsOf } from "#kernel/plan-wishes.ts";
import { table } from "../spec/markdown.ts";

/** Size of the days that are played. */
export interface Days {
  readonly count: number;
  readonly orders: number;
  readonly couriers: number;
  readonly rules: DayRules;
}

interface Played {
  readonly improved: DayOutcome;
  readonly inserted: DayOutcome;
  /** Metres of a plan that knew all. */
  readonly known: number;
}

const LEFT = 1e6;
/** Bounds of the odds that are told apart. */
const BINS = [
  [0, 0.5],
  [0.5, 0.75],
  [0.75, 0.85],
  [0.85, 0.95],
  [0.95, 1.01],
] as const;

/** Plays each day twice, with improvement and by insertion alone, and plans it once knowing all. */
export function playDays({ count, orders, couriers, rules }: Days, say: (text: string) => void): string {
  const played: Played[] = [];
  for (let seed = 1; seed <= count; seed++) {
    const day = { ...townDay(seed, orders, couriers), weights: weightsOf(USUAL, LEFT) };
    const one = {
      improved: new SimulatedDay(day, rules).play(),
      inserted: new SimulatedDay(day, { ...rules, improve: 0 }).play(),
      known: hindsight(day, rules.first),
    };
    played.push(one);
    say(
      `day ${seed}: ${sentence(one.improved)}; by insertion alone ${sentence(one.inserted)}; hindsight ${km(one.known)}`,
    );
  }
  return partOfDays(played, { count, orders, couriers, rules });
}

const km = (metres: number): string => `${(metres / 1000).toFixed(0)} km`;

const sentence = ({ drops, late, moved, unserved, metres }: DayOutcome): string =>
  `${drops} drops, ${late} late, ${moved} moved, ${unserved} not served, ${km(metres)}`;

function partOfDays(played: readonly Played[], { count, orders, couriers, rules }: Days): string {
  const sum = (list: readonly DayOutcome[], read: (day: DayOutcome) => number): number =>
    list.reduce((total, day) => total + read(day), 0);
  const known = played.reduce((total, day) => total + day.known, 0);
  const row = (name: string, days: readonly DayOutcome[]): (string | number)[] => {
    const drops = sum(days, (day) => day.drops);
    return [
      name,
      drops,
      percent(sum(days, ({ late }) => late) / drops),
      percent(sum(days, ({ moved }) => moved) / drops),
      sum(days, ({ unserved }) => unserved),
      (sum(days, ({ metres }) => metres) / known).toFixed(3),
      Math.max(...days.map(({ metres }, at) => metres / (played[at]?.known ?? 1))).toFixed(3),
    ];
  };
  const said = played.flatMap(({ improved }) => improved.said);
  const bins = BINS.map(([from, to]) => {
    const own = said.filter(([odds]) => odds >= from && odds < to);
    const mean = own.reduce((total, [odds]) => total + odds, 0) / own.length;
    const inTime = own.filter(([, isInTime]) => isInTime).length / own.length;
    return [
      `${percent(from)} to ${percent(Math.min(1, to))}`,
      own.length,
      own.length > 0 ? percent(mean) : "–",
      own.length > 0 ? percent(inTime) : "–",
    ];
  });
  return `${count} simulated days of ${orders} orders and ${couriers} couriers: half of the orders come during the day, one in twenty is cancelled, services and ways are lognormal around their plan (σ 0.5 and 0.2, a courier's day 0.1). The first plan has ${rules.first} steps, each improvement ${rules.improve}, a look every ${rules.every / 60} minutes.

${table(
  ["plan", "drops", "late", "moved to another courier", "not served", "km, of hindsight", "worst day"],
  [
    row(
      "inserted, then improved at the prices of change",
      played.map(({ improved }) => improved),
    ),
    row(
      "inserted alone",
      played.map(({ inserted }) => inserted),
    ),
  ],
)}

Odds of drops, said half an hour or more before, and what came of them:

${table(["odds said", "drops", "said, mean", "in time"], bins)}`;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
