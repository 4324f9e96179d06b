import { isHeld } from "#features/custody/domain/held.ts";
import { isPending } from "#features/deliveries/domain/delivery.ts";
import { isStranger } from "#features/courier/domain/sync/verdict.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Phone } from "../phone.ts";
import type { Data, StoredHalf, StoredReport } from "../server-db.ts";
import type { Server } from "../server.ts";
import type { Truth } from "../truth.ts";
import type { World } from "../world.ts";
import { isBound, undecided } from "./server-custody.ts";

interface Parts {
  readonly world: World;
  readonly truth: Truth;
  readonly server: Server;
  readonly phones: readonly Phone[];
}

function groupedByCode(data: Data): ReadonlyMap<string, readonly StoredHalf[]> {
  const groups = new Map<string, StoredHalf[]>();
  for (const half of data.halves.values()) groups.set(half.code, [...(groups.get(half.code) ?? []), half]);
  return groups;
}

/**
 * Halves alone: gone from the giver's day, in the taker's (19). Every phone read its day since then: a half that came
 * while they read may be unknown to those that read first.
 */
export function checkAlone({ world, server, phones }: Parts, since: Instant): void {
  for (const user of ["ana", "ben"].filter((one) => !server.former.has(one))) {
    const { gone, come } = expected(server.data, user, since);
    for (const stops of daysOf(phones, user)) {
      if (gone.some((taskId) => stops.has(taskId)))
        world.broke(19, "a stop that was given away is in the giver's day");
      if (come.some((taskId) => !stops.has(taskId)))
        world.broke(19, "a stop that was taken over is not in the taker's day");
    }
  }
}

/** Tasks that must be out of the courier's day, and those on the road that must be in it; who took back has it. */
function expected(data: Data, user: string, since: Instant) {
  const alone = undecided(data, user).flatMap(({ side, parcels, receivedAt }) =>
    parcels ? [{ side, receivedAt, ...parcels }] : [],
  );
  const took = new Set(alone.flatMap(({ side, taskId }) => (side === "taken" ? [taskId] : [])));
  const known = alone.filter(({ receivedAt }) => receivedAt < since);
  return {
    gone: known.filter(({ taskId }) => !took.has(taskId)).map(({ taskId }) => taskId),
    come: known
      .filter(({ side, deliveryId, taskId }) => side === "taken" && isOnTheRoad(data, deliveryId, taskId))
      .map(({ taskId }) => taskId),
  };
}

function isOnTheRoad(data: Data, deliveryId: string, taskId: string): boolean {
  const delivery = data.deliveries.get(deliveryId);
  return delivery !== undefined && isHeld(delivery, taskId);
}

/** Stops of each stored day of a person. */
const daysOf = (phones: readonly Phone[], user: string): ReadonlySet<string>[] =>
  phones.flatMap((phone) => {
    const day = phone.disks().get(user)?.kept.day?.day;
    return day ? [new Set(day.stops.map(({ taskId }) => taskId))] : [];
  });

/** The state of things once nothing waits any more and the office has decided about every half that stayed alone. */
export function checkHands(parts: Parts): void {
  const { data } = parts.server;
  checkDoors(parts);
  for (const halves of groupedByCode(data).values()) checkHandover(parts, halves);
  checkHalves(parts);
  checkHolders(parts);
}

function checkDoors({ world, truth }: Parts): void {
  const stored = new Map<string, number>();
  for (const { label } of truth.taps.values()) stored.set(label, (stored.get(label) ?? 0) + 1);
  for (const [label, stops] of truth.doors) {
    const found = stored.get(label) ?? 0;
    if (found > 0 && found < stops) world.broke(17, `${found} of ${stops} stops of a door were stored`);
  }
}

/** Halves of one code: they join by both sides, between two couriers, and none that has its other one stays alone. */
function checkHandover(parts: Parts, halves: readonly StoredHalf[]): void {
  const takers = new Set(halves.filter(({ side }) => side === "taken").map(({ courierId }) => courierId));
  if (takers.size > 1) parts.world.broke(18, "two couriers took the same parcels over");
  for (const half of halves) {
    checkSides(parts, half, othersOf(half, halves));
    if (half.side === "given") checkGiven(parts, half, halves);
    else if (half.isJoined && !half.isTold && half.parcels) checkTaker(parts, half);
  }
}

const othersOf = (half: StoredHalf, halves: readonly StoredHalf[]): readonly StoredHalf[] =>
  halves.filter(
    (other) =>
      other.side !== half.side &&
      (!half.parcels || !other.parcels || half.parcels.deliveryId === other.parcels.deliveryId),
  );

function checkSides({ world }: Parts, half: StoredHalf, others: readonly StoredHalf[]): void {
  if (others.some(({ courierId }) => courierId === half.courierId))
    world.broke(18, "a courier took over from themselves");
  if (half.isJoined && !others.some(({ isJoined }) => isJoined))
    world.broke(18, "a task changed hands by one half");
}

/**
 * A given half is bound to its parcels, and is alone only where nobody took them. Typed digits skip what was not held when
 * they came, also where a correction since then brought it back: the office, told of halves alone, decides.
 */
function checkGiven(parts: Parts, half: StoredHalf, halves: readonly StoredHalf[]): void {
  checkBound(parts, half);
  const others = othersOf(half, halves);
  if (half.isJoined || !half.parcels || others.length === 0) return;
  const { deliveryId, taskId } = half.parcels;
  const isScanned = others.some(({ parcels }) => parcels !== null);
  const since = Math.max(half.receivedAt, ...others.map(({ receivedAt }) => receivedAt));
  const isHeldSince =
    isOnTheRoad(parts.server.data, deliveryId, taskId) && !isCorrectedAfter(parts, deliveryId, since);
  if (isScanned || isHeldSince)
    parts.world.broke(18, "both halves are here, and the task did not change hands");
}

const isCorrectedAfter = ({ server }: Parts, deliveryId: string, since: number): boolean =>
  server.data.deliveries
    .get(deliveryId)
    ?.tasks.some(({ attempts }) =>
      attempts.some(({ correction, outcome }) => correction && outcome.recordedAt > since),
    ) === true;

function checkBound({ world, server }: Parts, half: StoredHalf): void {
  const text = server.data.reports.get(half.id)?.report.body ?? "{}";
  // Safe: `give` wrote it.
  if (!isBound({ type: "handed_over", ...JSON.parse(text) }))
    world.broke(18, "parcels were given by the code of others");
}

/** Facts of a stop; to correct an outcome is for the courier who has the task. */
const FACTS: ReadonlySet<string> = new Set(["start", "arrive", "succeed", "fail"]);

/** The taker's reports about the parcels are the taker's to make (20). */
function checkTaker({ world, truth, server }: Parts, half: StoredHalf): void {
  const taken = server.data.reports.get(half.id);
  if (!taken) return;
  for (const one of server.data.reports.values())
    if (isAfter(taken, one) && !truth.taps.get(one.report.id)?.isGone) {
      const { verdict, code } = one.verdict;
      if (verdict === "refused" && isStranger({ code: code ?? "" }) && FACTS.has(one.report.type))
        world.broke(20, `a taker's ${one.report.type} was refused as a stranger's`);
    }
}

const isAfter = (taken: StoredReport, one: StoredReport): boolean =>
  one.taskId === taken.taskId &&
  one.user === taken.user &&
  one.device === taken.device &&
  one.report.seq > taken.report.seq;

/** A half that the server accepted stands there (18). */
function checkHalves({ world, truth, server }: Parts): void {
  for (const [id, { command, isShown, isGone }] of truth.taps) {
    if (!isShown || isGone || (command.type !== "handed_over" && command.type !== "taken_over")) continue;
    const verdict = server.data.reports.get(id)?.verdict.verdict;
    const isTaken = verdict === "accepted" || verdict === "conflict";
    if (isTaken !== server.data.halves.has(id))
      world.broke(18, `a half was ${verdict}, and is ${isTaken ? "not " : ""}here`);
  }
}

/** Parcels in a courier's hands are in the day of that courier alone (19). */
function checkHolders({ world, server, phones }: Parts): void {
  // Without a half nobody has read the day once more.
  if (server.former.size > 0 || server.data.halves.size === 0) return;
  const days = new Map(["ana", "ben"].map((user) => [user, daysOf(phones, user)]));
  for (const delivery of server.data.deliveries.values())
    for (const task of delivery.tasks) {
      if (task.kind === "collect" || !isPending(task) || delivery.custody !== "courier") continue;
      for (const [user, own] of days) {
        const isTheirs = user === task.courierId;
        if (own.some((stops) => stops.has(task.id) !== isTheirs))
          world.broke(
            19,
            isTheirs ? "parcels are in nobody's day" : "parcels are in the day of two couriers",
          );
      }
    }
}
