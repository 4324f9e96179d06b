import type { Zone } from "#features/zones/contract/api.ts";
import { type RandomDelivery, type RandomTask, lastSaid, stateNow } from "./random-days.ts";

/** Counting as somebody would with pencil and paper: one row after the other, without our own rules or calendar. */

interface End {
  readonly delivery: RandomDelivery;
  readonly task: RandomTask;
  readonly at: number;
  readonly nth: number;
  readonly day: string;
  readonly hour: string;
  /** From the courier's end before on the same day. */
  readonly metres: number | undefined;
}

const calendar = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Berlin",
  dateStyle: "short",
  timeStyle: "short",
});
const wall = (at: number) => {
  const [day = "", time = ""] = calendar.format(at).split(" ");
  return { day, hour: String(Number(time.slice(0, 2))) };
};

/** Straight line on a circle of latitude by the haversine formula, and a detour of four tenths. */
function metresBetween(a: number, b: number): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const h = Math.cos(radians(52.5)) ** 2 * Math.sin(radians(b - a) / 2) ** 2;
  return Math.round((Math.round(2 * 6_371_008.8 * Math.asin(Math.sqrt(h))) * 140) / 100);
}

/** West and east of a zone in thousandths of a degree, both within; the first that holds a place counts. */
const ZONES: readonly (readonly [code: string, west: number, east: number])[] = [
  ["hole", 13_400, 13_420],
  ["middle", 13_380, 13_450],
  ["west", 13_300, 13_380],
];

/** The same zones as an administrator draws them. */
export const DRAWN_ZONES: readonly Zone[] = ZONES.map(([code, ...sides]) => {
  const [west = 0, east = 0] = sides.map((side) => side / 1000);
  const ring: [number, number][] = [
    [west, 52.4],
    [east, 52.4],
    [east, 52.6],
    [west, 52.6],
    [west, 52.4],
  ];
  return { code, name: `The ${code}`, colour: "teal", polygon: { type: "Polygon", coordinates: [ring] } };
});

function zoneOf({ lon }: { readonly lon: number }): string {
  const at = Math.round(lon * 1000);
  return ZONES.find(([, west, east]) => west <= at && at <= east)?.[0] ?? "";
}

const placeOf = ({ task, delivery }: Pick<End, "task" | "delivery">) =>
  task.kind === "deliver" ? delivery.dropoff : delivery.pickup;

/** Every end with its place on the calendar and the way to it. */
export function endsOf(deliveries: readonly RandomDelivery[]): End[] {
  const ends = deliveries.flatMap((delivery) =>
    delivery.tasks.map((task, place) => {
      const at = lastSaid(task).at;
      const nth = delivery.tasks.slice(0, place + 1).filter(({ kind }) => kind === task.kind).length;
      return { delivery, task, at, nth, ...wall(at) };
    }),
  );
  return ends.map((end) => {
    const earlier = ends
      .filter(
        ({ task, day, at }) =>
          task.courierId === end.task.courierId &&
          day === end.day &&
          (at < end.at || (at === end.at && task.id < end.task.id)),
      )
      .toSorted((a, b) => a.at - b.at || (a.task.id < b.task.id ? -1 : 1))
      .at(-1);
    return { ...end, metres: earlier && metresBetween(placeOf(earlier).lon, placeOf(end).lon) };
  });
}

const keyOfEnd = (by: string, end: End): string =>
  ({
    all: "",
    day: end.day,
    hour: end.hour,
    courier: end.task.courierId,
    area: placeOf(end).postcode,
    zone: zoneOf(placeOf(end)),
    level: end.delivery.level,
    reason: lastSaid(end.task).reason ?? "",
  })[by] ?? "";

const keyOfDelivery = (by: string, one: RandomDelivery): string =>
  ({
    all: "",
    ...wall(one.windowStart),
    courier: one.tasks.findLast(({ kind }) => kind === "deliver")?.courierId ?? "",
    area: one.dropoff.postcode,
    zone: zoneOf(one.dropoff),
    level: one.level,
  })[by] ?? "-";

/** A group of some days. */
export type ByHand = Readonly<Record<"by" | "key" | "from" | "to", string>>;

/** The counts of one group, from the deliveries as they are. */
export function countByHand(
  { deliveries, ends, now }: { deliveries: readonly RandomDelivery[]; ends: readonly End[]; now: number },
  group: ByHand,
): Record<string, number> {
  return {
    ...promises(deliveries, now, group),
    ...tries(ends, group),
    ...stops(ends, group),
    dutySeconds: 0,
  };
}

function fateOf(one: RandomDelivery, state: string, now: number): "onTime" | "late" | "missed" | "open" {
  const handed = one.tasks.findLast(({ kind }) => kind === "deliver");
  if (state === "delivered") return handed && lastSaid(handed).at < one.windowEnd ? "onTime" : "late";
  return ["returned", "lost", "disposed"].includes(state) || one.windowEnd <= now ? "missed" : "open";
}

function promises(deliveries: readonly RandomDelivery[], now: number, { by, key, from, to }: ByHand) {
  const count = { onTime: 0, late: 0, missed: 0, open: 0 };
  for (const one of deliveries) {
    const { day } = wall(one.windowStart);
    const state = stateNow(one);
    if (by === "reason" || day < from || day > to || keyOfDelivery(by, one) !== key) continue;
    if (state === "cancelled") continue;
    count[fateOf(one, state, now)] += 1;
  }
  return count;
}

const isIn = (end: End, { by, key, from, to }: ByHand): boolean =>
  end.day >= from && end.day <= to && keyOfEnd(by, end) === key;
const isFailed = ({ task }: End): boolean => lastSaid(task).result === "failed";

function tries(ends: readonly End[], group: ByHand) {
  const found = ends.filter((end) => isIn(end, group) && end.task.kind === "deliver");
  const failed = found.filter(isFailed);
  if (group.by === "reason") return { tries: 0, failed: failed.length, firstTries: 0, firstKept: 0 };
  const firsts = found.filter(({ nth }) => nth === 1);
  const firstKept = firsts.filter((end) => !isFailed(end)).length;
  return { tries: found.length, failed: failed.length, firstTries: firsts.length, firstKept };
}

function stops(ends: readonly End[], group: ByHand) {
  const count = { stops: 0, timedStops: 0, stopSeconds: 0, waysKnown: 0, metres: 0 };
  for (const end of ends) {
    if (!isIn(end, group)) continue;
    if (group.by === "reason") {
      if (end.task.kind === "deliver" && isFailed(end)) count.stops += 1;
      continue;
    }
    count.stops += 1;
    const stay = end.task.arrivedAt === null ? 0 : end.at - end.task.arrivedAt;
    if (stay > 0) {
      count.timedStops += 1;
      count.stopSeconds += stay / 1000;
    }
    if (end.metres === undefined) continue;
    count.waysKnown += 1;
    count.metres += end.metres;
  }
  return count;
}
