import { Dice } from "#engines/planner/dice.ts";
import type { DayFacts, DayTask } from "#features/planning/domain/day-job.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import type { Travel } from "#kernel/plan-request.ts";

const SIX = Date.UTC(2026, 5, 17, 6);
const METRES_PER_DEGREE = 100_000;

const work = (courierId: string) => ({
  courierId,
  shifts: [],
  vehicle: {
    name: null,
    class: "van",
    profile: "car" as const,
    capacity: { parcels: 80, massG: 600_000, volumeMl: 3_000_000 },
  },
  skills: [],
});

const SMALL = { parcels: 1, massG: 500, volumeMl: 1000, vehicles: [], skills: [] } as const;

type Common = Omit<DayTask, "id" | "kind" | "courierId">;

/** Deliveries of every kind, each with the holders of its collection and its drop. */
class Made {
  readonly tasks: DayTask[] = [];
  readonly pinned = new Set<string>();
  readonly #dice: Dice;
  readonly #couriers: readonly string[];

  constructor(dice: Dice, couriers: readonly string[]) {
    this.#dice = dice;
    this.#couriers = couriers;
  }

  point(): Common["point"] {
    return { lon: 10.9 + this.#dice.below(60) / 1000, lat: 50 + this.#dice.below(60) / 1000 };
  }

  add(at: number): void {
    const opens = SIX + this.#dice.below(6) * HOUR_MS;
    const common = { deliveryId: `d${at}`, window: { start: opens, end: opens + 2 * HOUR_MS }, ...SMALL };
    if (this.#chance(0.3))
      return this.#put(at, { ...common, state: "open", custody: "sender" }, [null, null]);
    const holder = this.#couriers[this.#dice.below(this.#couriers.length)] ?? null;
    const assigned = { ...common, state: "assigned" as const };
    const isShared = this.#chance(0.15);
    if (!isShared && this.#chance(0.4)) this.pinned.add(common.deliveryId);
    if (!isShared && this.#chance(0.2)) return this.#put(at, { ...assigned, custody: "courier" }, [holder]);
    const other = this.#couriers.find((one) => one !== holder) ?? holder;
    return this.#put(at, { ...assigned, custody: "sender" }, [holder, isShared ? other : holder]);
  }

  /** @param holders of the collection, if it is still ahead, and of the drop */
  #put(at: number, common: Omit<Common, "point">, holders: readonly (string | null)[]): void {
    for (const [nth, courierId] of holders.entries()) {
      const isDrop = nth === holders.length - 1;
      const own = isDrop
        ? ({ id: `e${at}`, kind: "deliver" } as const)
        : ({ id: `p${at}`, kind: "collect" } as const);
      this.tasks.push({ ...common, ...own, point: this.point(), courierId });
    }
  }

  #chance(share: number): boolean {
    return this.#dice.roll() < share;
  }
}

/** A day with work of every kind: open, planned, begun, on board, pinned, and shared between two couriers. */
export function randomDay(seed: number, count = 24, crew = 4): DayFacts {
  const dice = new Dice(seed);
  const couriers = Array.from({ length: crew }, (_, at) => `c${at}`);
  const made = new Made(dice, couriers);
  for (let at = 0; at < count; at++) made.add(at);
  const { tasks, pinned } = made;
  const routeOf = (id: string) => tasks.flatMap((task) => (task.courierId === id ? task.id : []));
  const begun = new Set(couriers.flatMap((id) => (dice.roll() < 0.5 ? routeOf(id).slice(0, 1) : [])));
  const said = new Map(
    tasks.flatMap(({ id, window }) =>
      dice.roll() < 0.7 ? [[id, window.start + dice.below(120) * MINUTE_MS] as const] : [],
    ),
  );
  return {
    work: { start: SIX, end: SIX + 14 * HOUR_MS },
    isToday: true,
    couriers: couriers.map((id) => ({
      id,
      work: work(id),
      onDuty: true,
      position: made.point(),
      revision: 1,
      taskIds: routeOf(id),
    })),
    tasks: tasks.map((task) => (begun.has(task.id) ? { ...task, state: "en_route" as const } : task)),
    said,
    pinned,
    unsafe: new Set(),
  };
}

/** Travel in straight lines at 25 km/h. */
export function straightTravel(points: readonly { readonly lon: number; readonly lat: number }[]): Travel {
  const metres = Int32Array.from({ length: points.length ** 2 }, (_, at) => {
    const [from, to] = [points[Math.floor(at / points.length)], points[at % points.length]];
    const [x, y] = [(from?.lon ?? 0) - (to?.lon ?? 0), (from?.lat ?? 0) - (to?.lat ?? 0)];
    return Math.round(Math.hypot(x, y) * METRES_PER_DEGREE);
  });
  return { metres, seconds: metres.map((m) => Math.ceil(m / 7)) };
}
