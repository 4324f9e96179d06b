import type { Sec } from "#kernel/plan-request.ts";
import { intAt } from "#kernel/typed.ts";
import { BREAK } from "./problem.ts";
import type { Routes } from "./routes.ts";

/** A list as its courier drives it. */
export interface Way {
  readonly seconds: number;
  readonly metres: number;
  readonly end: Sec;
  /** When each stop begins, by its node. */
  readonly starts: ReadonlyMap<number, Sec>;
}

/** Travel of a courier's list that keeps every rule. A courier without stops stays at home. */
export function wayOf({ problem, windows, legs }: Routes, at: number, list: readonly number[]): Way {
  const { nodes, couriers } = problem;
  const own = legs[at];
  const starts = new Map<number, Sec>();
  let [seconds, metres, end] = [0, 0, intAt(couriers.begin, at)];
  let [prior, leave, resting] = [at * 2, end, [] as number[]];
  if (!own || list.every((node) => intAt(nodes.kind, node) === BREAK))
    return { seconds, metres, end, starts };
  for (const node of [...list, at * 2 + 1]) {
    if (intAt(nodes.kind, node) === BREAK) {
      resting.push(node);
      continue;
    }
    const travel = own.seconds(prior, node);
    let arrive = leave + travel;
    for (const rest of resting)
      arrive = Math.max(arrive, intAt(nodes.open, rest)) + intAt(nodes.service, rest);
    end = windows.start(node, arrive);
    starts.set(node, end);
    seconds += travel;
    metres += own.metres(prior, node);
    [prior, leave, resting] = [node, end + intAt(nodes.service, node), []];
  }
  return { seconds, metres, end, starts };
}

/** Orders of which a stop begins after its last window. */
export function lateIn({ problem: { nodes, request } }: Routes, { starts }: Way): Set<string> {
  const late = [...starts].filter(
    ([node, start]) => intAt(nodes.of, node) >= 0 && start > intAt(nodes.due, node),
  );
  return new Set(late.map(([node]) => request.orders[intAt(nodes.of, node)]?.id ?? ""));
}
