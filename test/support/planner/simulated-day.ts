import { problemOf } from "#engines/planner/build-problem.ts";
import { Dice } from "#engines/planner/dice.ts";
import { resultOf } from "#engines/planner/result.ts";
import { COLD, Search, WARM } from "#engines/planner/search.ts";
import type {
  Courier,
  Order,
  PlannedRoute,
  PlanRequest,
  PlanResult,
  RouteStop,
} from "#kernel/plan-request.ts";

/** Spread of the truth around what is planned, as the σ of a lognormal whose median is the plan. */
const SPREAD = { day: 0.1, leg: 0.2, service: 0.5 } as const;
const KNOWN_AT_START = 0.5;
const CANCELLED = 0.05;
/** Shortest time between an order's arrival and the end of its window. */
const NOTICE = 5400;
/** Price of a second late, in seconds of driving. */
const LATE = 5;
/** Overtime that a courier works to bring what is on board. */
const OVERTIME = 3 * 3600;
const HORIZON = 13 * 3600;

export interface DayRules {
  /** Steps of the first plan, and of each improvement; 0: orders are put in and nothing else. */
  readonly first: number;
  readonly improve: number;
  /** Seconds between two looks at what is new. */
  readonly every: number;
}

/** Order of a day as it comes: `arrives` 0 is known before the shift. */
interface Fate {
  readonly order: Order;
  readonly arrives: number;
  readonly cancelled: number;
}

/** A stop that a courier is on the way to or has served, with its true times. */
interface Visit {
  readonly stop: RouteStop;
  readonly from: number;
  readonly left: number;
  /** Seconds that a break on the way took. */
  readonly pause: number;
  readonly start: number;
  readonly leave: number;
}

interface Person {
  readonly courier: Courier;
  readonly pace: number;
  place: number;
  free: number;
  plan: RouteStop[];
  /** Stops of the plan after which the break comes; -1: it was taken. */
  rest: number;
  underway: Visit | undefined;
  readonly onBoard: Set<string>;
  metres: number;
  /** Not a stop more: the courier is on the way home. */
  isHome: boolean;
}

export interface DayOutcome {
  readonly drops: number;
  readonly late: number;
  /** Orders that changed their courier after they were published. */
  readonly moved: number;
  readonly unserved: number;
  readonly metres: number;
  /** Odds that were said of a drop half an hour or more before it began, and whether it was in time. */
  readonly said: readonly (readonly [odds: number, inTime: boolean])[];
}

/** Orders with their arrivals and cancellations, drawn from a day's request and its seed. */
export function fatesOf(request: PlanRequest): Fate[] {
  const dice = new Dice(request.seed ^ 0x5eed);
  return request.orders.map((order) => {
    const due = order.drop.windows.at(-1)?.[1] ?? 8 * 3600;
    const latest = Math.max(0, due - NOTICE);
    const arrives = dice.roll() < KNOWN_AT_START ? 0 : dice.below(Math.max(1, Math.min(latest, 6 * 3600)));
    const cancelled = dice.roll() < CANCELLED ? arrives + dice.below(3600) : Infinity;
    return { order: { ...order, drop: { ...order.drop, lateCost: LATE } }, arrives, cancelled };
  });
}

/** Metres of a plan that knew every order of the day before it began; none is collected before it arrived. */
export function hindsight(request: PlanRequest, steps: number): number {
  const orders = fatesOf(request)
    .filter(({ cancelled }) => cancelled === Infinity)
    .map(({ order, arrives }) => (arrives > 0 ? { ...order, releaseAt: arrives } : order));
  return metresOf(planned({ ...request, orders }, steps, COLD));
}

const metresOf = ({ routes }: PlanResult): number => routes.reduce((sum, { metres }) => sum + metres, 0);

function planned(
  request: PlanRequest,
  iterations: number,
  temperatures: readonly [number, number],
): PlanResult {
  const search = new Search(problemOf(request));
  if (iterations === 0) search.insertAll();
  else search.run({ limits: { ms: 1e9, iterations }, clock: () => 0, temperatures });
  return resultOf(search);
}

/** Plays a day: orders come and are cancelled, ways and services take their true time, and the plan follows. */
export class SimulatedDay {
  readonly #request: PlanRequest;
  readonly #rules: DayRules;
  readonly #fates: readonly Fate[];
  readonly #people: readonly Person[];
  readonly #byId: ReadonlyMap<string, Fate>;
  readonly #promised = new Map<string, number>();
  readonly #holder = new Map<string, string>();
  readonly #moved = new Set<string>();
  readonly #dropped = new Map<string, number>();
  readonly #said = new Map<string, { readonly at: number; readonly odds: number }[]>();

  constructor(request: PlanRequest, rules: DayRules) {
    this.#request = request;
    this.#rules = rules;
    this.#fates = fatesOf(request);
    this.#byId = new Map(this.#fates.map((fate) => [fate.order.id, fate]));
    this.#people = request.couriers.map((courier) => ({
      courier,
      pace: factor(SPREAD.day, request.seed, courier.id),
      place: courier.start,
      free: courier.shift[0],
      plan: [],
      rest: 0,
      underway: undefined,
      onBoard: new Set<string>(),
      metres: 0,
      isHome: false,
    }));
  }

  play(): DayOutcome {
    const { first, improve, every } = this.#rules;
    this.#publish(planned(this.#asked(0), first, COLD), 0);
    for (let now = every; now < HORIZON; now += every) {
      this.#advance(now);
      if (this.#isNew(now - every, now)) this.#publish(planned(this.#asked(now), improve, WARM), now);
    }
    return this.#outcome();
  }

  /** Something happened since, or it is time to look whether all is well: every quarter of an hour. */
  #isNew(since: number, now: number): boolean {
    const isOver = this.#people.every(({ plan, underway }) => plan.length === 0 && !underway);
    if (now % 900 < this.#rules.every && !isOver) return true;
    return this.#fates.some(
      ({ arrives, cancelled }) =>
        (arrives > since && arrives <= now) || (cancelled > since && cancelled <= now),
    );
  }

  /** Drives everybody up to a moment. */
  #advance(now: number): void {
    for (const person of this.#people)
      for (;;) {
        const { underway } = person;
        if (underway) {
          if (underway.leave > now) break;
          this.#arrive(person, underway);
        }
        const leave = person.free;
        const next = person.plan[0];
        if (!next || leave > now) break;
        person.plan.shift();
        person.underway = this.#depart(person, next, leave);
      }
  }

  #depart(person: Person, stop: RouteStop, leave: number): Visit {
    const { seed } = this.#request;
    const place = this.#stopOf(stop).place;
    const key = `${stop.order} ${stop.kind}`;
    const travel =
      this.#way("seconds", person.place, place) * person.pace * factor(SPREAD.leg, seed, `leg ${key}`);
    let arrive = leave + travel;
    if (person.rest === 0) {
      const [rest] = person.courier.breaks;
      if (rest) arrive = Math.max(arrive, rest.window[0]) + rest.duration;
    }
    if (person.rest >= 0) person.rest--;
    person.metres += this.#way("metres", person.place, place);
    const start = Math.max(arrive, this.#stopOf(stop).windows[0]?.[0] ?? 0);
    const service = this.#stopOf(stop).service * factor(SPREAD.service, seed, `service ${key}`);
    const pause = arrive - leave - travel;
    return { stop, from: person.place, left: leave, pause, start, leave: start + service };
  }

  #arrive(person: Person, { stop, start, leave }: Visit): void {
    person.underway = undefined;
    person.place = this.#stopOf(stop).place;
    person.free = leave;
    this.#note(person, stop, start);
  }

  #note({ onBoard }: Person, { order, kind }: RouteStop, start: number): void {
    if (kind === "pickup") onBoard.add(order);
    else {
      onBoard.delete(order);
      this.#dropped.set(order, start);
    }
  }

  #stopOf({ order, kind }: Pick<RouteStop, "order" | "kind">): Order["drop"] {
    const known = this.#byId.get(order)?.order;
    const stop = kind === "drop" ? known?.drop : known?.pickups[0];
    if (!stop) throw new Error(`unknown stop of ${order}`);
    return stop;
  }

  #way(unit: "seconds" | "metres", from: number, to: number): number {
    const table = this.#request.travel["car"]?.[unit] ?? new Int32Array();
    return table[from * Math.round(Math.sqrt(table.length)) + to] ?? 0;
  }

  /** The rest of the day as the planner is asked about it. */
  #asked(now: number): PlanRequest {
    const serving = new Map<string, RouteStop>();
    for (const { underway } of this.#people)
      if (underway && underway.start <= now) serving.set(underway.stop.order, underway.stop);
    const isOver = (id: string): boolean => this.#dropped.has(id) || serving.get(id)?.kind === "drop";
    const isAboard = (id: string): boolean =>
      serving.get(id)?.kind === "pickup" || this.#people.some(({ onBoard }) => onBoard.has(id));
    const heading = new Set(this.#people.map(({ underway }) => underway?.stop.order));
    const orders = this.#fates
      .filter(({ order: { id }, arrives, cancelled }) => {
        const isStopped = cancelled <= now && !isAboard(id) && !heading.has(id);
        return arrives <= now && !isStopped && !isOver(id);
      })
      .map(({ order }) => (isAboard(order.id) ? { ...order, pickups: [] } : order));
    const present = new Set(orders.map(({ id }) => id));
    return {
      ...this.#request,
      orders,
      couriers: this.#people.map((person) => this.#courierAt(person, now, present)),
      published: this.#people.map(({ courier, underway, plan }) => {
        const ahead = underway && underway.start > now ? [underway.stop] : [];
        const stops = [...ahead, ...plan].filter(({ order }) => present.has(order));
        return {
          courier: courier.id,
          locked: ahead.length,
          stops: stops.map(({ order, kind }) => ({
            order,
            kind,
            pickup: 0,
            eta: this.#promised.get(`${order} ${kind}`) ?? 0,
          })),
        };
      }),
    };
  }

  #courierAt(person: Person, now: number, present: ReadonlySet<string>): Courier {
    const { courier, underway, rest } = person;
    const [, end] = courier.shift;
    const isServing = underway !== undefined && underway.start <= now;
    const onBoard = [...person.onBoard];
    if (isServing && underway.stop.kind === "pickup") onBoard.push(underway.stop.order);
    const [start, free] = underway
      ? isServing
        ? [
            this.#stopOf(underway.stop).place,
            Math.max(now, underway.start + this.#stopOf(underway.stop).service),
          ]
        : [underway.from, underway.left + underway.pause]
      : [person.place, Math.max(now, person.free)];
    const begin = Math.round(free);
    const breaks = courier.breaks.map((one) => ({
      ...one,
      window: [one.window[0], Math.max(one.window[1], begin + 7200)] as const,
    }));
    return {
      ...courier,
      start,
      onBoard: onBoard.filter((id) => present.has(id)),
      shift: [begin, Math.max(begin, end) + (now > 0 ? OVERTIME : 0)],
      breaks: rest < 0 ? [] : breaks,
    };
  }

  #publish({ routes }: PlanResult, now: number): void {
    for (const [at, route] of routes.entries()) {
      const person = this.#people[at];
      if (person) this.#hand(person, route, now);
    }
  }

  #hand(person: Person, { stops, breaks: [rest] }: PlannedRoute, now: number): void {
    const isAhead = person.underway !== undefined && person.underway.start > now;
    person.plan = isAhead ? stops.slice(1) : [...stops];
    person.rest = rest ? Math.max(0, rest.afterStops - Number(isAhead)) : -1;
    if (!person.underway) person.free = Math.max(person.free, now);
    for (const { order, kind, start, pOnTime } of stops) {
      const key = `${order} ${kind}`;
      if (!this.#promised.has(key)) this.#promised.set(key, start);
      if (kind !== "drop") continue;
      const before = this.#holder.get(order);
      if (before !== undefined && before !== person.courier.id) this.#moved.add(order);
      this.#holder.set(order, person.courier.id);
      this.#said.set(order, [...(this.#said.get(order) ?? []), { at: now, odds: pOnTime }]);
    }
  }

  #outcome(): DayOutcome {
    const dueOf = (id: string): number => this.#byId.get(id)?.order.drop.windows.at(-1)?.[1] ?? Infinity;
    const drops = [...this.#dropped];
    const timed = drops.filter(([id]) => dueOf(id) < Infinity);
    const home = this.#people.reduce(
      (sum, { courier, place, metres }) =>
        sum + metres + (courier.end === null ? 0 : this.#way("metres", place, courier.end)),
      0,
    );
    return {
      drops: drops.length,
      late: timed.filter(([id, start]) => start > dueOf(id)).length,
      moved: this.#moved.size,
      unserved: this.#fates.filter(
        ({ order, cancelled }) => cancelled === Infinity && !this.#dropped.has(order.id),
      ).length,
      metres: home,
      said: timed.flatMap(([id, start]) => {
        const last = this.#said.get(id)?.findLast(({ at }) => at <= start - 1800);
        return last ? [[last.odds, start <= dueOf(id)] as const] : [];
      }),
    };
  }
}

/** A lognormal factor with the median 1 that is the same for the same thing on the same day. */
function factor(spread: number, seed: number, name: string): number {
  let hash = seed ^ 0x811c_9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x0100_0193);
  const dice = new Dice(hash);
  const radius = Math.sqrt(-2 * Math.log(1 - dice.roll()));
  return Math.exp(spread * radius * Math.cos(2 * Math.PI * dice.roll()));
}
