import { loadavg } from "node:os";
import { table } from "../spec/markdown.ts";
import type { PaymentFigure } from "./payment-figures.ts";

/** Figures of a courier's phone by the name that they are told under, and their goals in milliseconds (issue 11). */
const GOALS = [
  ["tap until it is on the disk", 50],
  ["tap with a photo until it is on the disk", 100],
  ["start without a network until the route can be read", 2_500],
] as const;
const DRAINED = { what: "100 commands of a phone sent and judged", goal: 10_000 };

/** Finds the figure of a name. @returns milliseconds and how many times it was measured. @throws Error without it */
function told(figures: readonly PaymentFigure[], name: string): { ms: number; times: string } {
  const found = figures.find(({ what }) => what === name || what.startsWith(`${name} of `));
  if (!found) throw new Error(`no figure of: ${name}`);
  return { ms: Number.parseFloat(found.value), times: found.what.slice(name.length + " of ".length) || "1" };
}

/**
 * The part of docs/performance.md about a courier's phone, each time as a part of its goal.
 *
 * @throws Error when a figure is missing
 */
export function phone(figures: readonly PaymentFigure[]): string {
  const part = (ms: number, goal: number): string => (ms / goal).toFixed(2);
  const rows = GOALS.map(([what, goal]) => {
    const [half, worst] = [told(figures, `${what}, median`), told(figures, `${what}, 99th percentile`)];
    return [what, half.times, `${goal} ms`, part(half.ms, goal), part(worst.ms, goal)];
  });
  const drained = told(figures, DRAINED.what);
  return `## A courier's phone

In Chromium without a network on a processor four times slower, each tap half a second after its button could be read, and
100 commands through HTTP on PostgreSQL. A 99th percentile of so few is the slowest one. The machine's load was ${(loadavg()[0] ?? 0).toFixed(0)} at the
end of it. Bytes of what a phone loads have budgets in \`tools/bytes.mjs\`.

${table(
  ["what", "times", "goal", "median, of the goal", "99th percentile, of the goal"],
  [...rows, [DRAINED.what, drained.times, `${DRAINED.goal} ms`, part(drained.ms, DRAINED.goal), ""]],
)}`;
}
