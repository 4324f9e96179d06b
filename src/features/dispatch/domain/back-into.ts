import type { PlannedStop } from "./sequence.ts";

type Order = readonly string[];

/**
 * True where each moved stop still stands among the others as an edit left it. Stops that came or went since count only
 * where they are moved ones.
 */
export function standsAs(after: Order, now: Order, moved: ReadonlySet<string>): boolean {
  const known = new Set(now);
  const common = after.filter((id) => known.has(id));
  if (
    after.some((id) => moved.has(id) && !known.has(id)) ||
    now.some((id) => moved.has(id) && !after.includes(id))
  )
    return false;
  const place = new Map(now.map((id, at) => [id, at]));
  return common.every((id, at) =>
    common
      .slice(at + 1)
      .every((next) => (!moved.has(id) && !moved.has(next)) || (place.get(id) ?? 0) < (place.get(next) ?? 0)),
  );
}

const isOver = ({ state }: PlannedStop): boolean =>
  state === "succeeded" || state === "failed" || state === "cancelled";

/**
 * The order of a route with moved stops back where they stood: each before the first open stop that followed it then and
 * is there still, or at the end. All others stay as they are.
 */
export function backInto(before: Order, now: readonly PlannedStop[], moved: ReadonlySet<string>): string[] {
  const open = new Set(now.filter((stop) => !isOver(stop)).map(({ taskId }) => taskId));
  const order = now.map(({ taskId }) => taskId).filter((id) => !moved.has(id));
  for (const [at, id] of [...before.entries()].toReversed()) {
    if (!moved.has(id)) continue;
    const follower = before
      .slice(at + 1)
      .find((one) => order.includes(one) && (open.has(one) || moved.has(one)));
    order.splice(follower === undefined ? order.length : order.indexOf(follower), 0, id);
  }
  return order;
}
