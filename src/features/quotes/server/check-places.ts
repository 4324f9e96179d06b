import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Window } from "#kernel/window.ts";
import type { Tx } from "#server/db/db.ts";
import type { QuoteRequest } from "../contract/api.ts";
import { levelOf } from "../domain/service-levels.ts";
import { aheadOf, type OfferedWindow, windowsOf } from "../domain/windows.ts";
import { UNCHANGED } from "./levels/levels-record.ts";
import type { Terms } from "./terms.ts";
import { type PlacesLeft, windowPlaces } from "./window-places.ts";

interface Asked extends Terms {
  readonly asked: Pick<QuoteRequest, "serviceLevel">;
  readonly window: Window;
  readonly takesCards: boolean;
}

const isGone = ({ left, closed }: PlacesLeft): boolean => left === 0 || closed !== undefined;

/**
 * Looks whether a window has a place now: a quote keeps none, the order takes it.
 *
 * @throws Refusal `slots.full`, `slots.closed` with the next window of the level that has one
 */
export async function checkPlaces(
  tx: Tx,
  { asked: { serviceLevel }, window, takesCards, area, places: plan, levels }: Asked,
  now: Instant,
): Promise<void> {
  if (!area || !plan) return;
  const of = { plan, zone: area.timezone };
  const [mine = {}] = await windowPlaces().left(tx, of, [{ serviceLevel, window }]);
  if (!isGone(mine)) return;
  const when = { hours: area.hours, zone: area.timezone, now, ...aheadOf(takesCards) };
  const others = windowsOf(levelOf((levels ?? UNCHANGED).levels, serviceLevel), when);
  const free = await withPlaces(tx, of, others);
  const next = free.find((one) => !isGone(one) && one.window.start > window.start)?.window;
  const facts = {
    field: "window",
    start: window.start,
    end: window.end,
    ...(next && { nextStart: next.start, nextEnd: next.end }),
  };
  throw mine.closed === undefined
    ? new Refusal("slots.full", facts)
    : new Refusal("slots.closed", { ...facts, reason: mine.closed });
}

/** Offered windows with what is left of their places. */
export async function withPlaces<T extends Omit<OfferedWindow, "date">>(
  tx: Tx,
  of: Parameters<ReturnType<typeof windowPlaces>["left"]>[1],
  windows: readonly T[],
): Promise<(T & PlacesLeft)[]> {
  const left = await windowPlaces().left(tx, of, windows);
  return windows.map((one, at) => ({ ...one, ...left[at] }));
}
