import { table } from "../../spec/markdown.ts";
import type { Run } from "./runs.ts";

export const OURS = "Waybill";
/** Rounding of distances to whole units lengthens a plan by up to this share. */
const EXACT = 1.0006;

/** The part "Planner" of the page of measures. */
export function plannerPart(
  runs: readonly Run[],
  { where, peers }: { where: string; peers: readonly string[] },
): string {
  const groups = [...new Set(runs.map(({ group }) => group))];
  return `## Planner

\`npm run bench:planner\`, ${where}. One thread, limits in processor seconds, one answer a seed; peers: ${peers.join(", ") || "none"}.
A judge that shares no code with any of them drives every answer; one that breaks a rule counts as none.

${groups
  .map((group) =>
    groupPart(
      group,
      runs.filter((run) => run.group === group),
    ),
  )
  .join("\n\n")}`;
}

function groupPart(group: string, runs: readonly Run[]): string {
  const solvers = [OURS, ...new Set(runs.map(({ solver }) => solver).filter((solver) => solver !== OURS))];
  const hasBest = runs.some(({ best }) => best);
  const rows = hasBest ? knownRows(runs, solvers) : openRows(runs, solvers);
  return `### ${group}\n\n${rows}`;
}

const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) / 2)] ?? Number.NaN;

const isWhole = ({ faults, left }: Run): boolean => faults.length === 0 && left === 0;

/** Distance of the best known, where the vehicles are as few; the vehicles too many otherwise. */
function againstBest(run: Run | undefined): string {
  if (!run) return "–";
  if (!isWhole(run) || !run.best) return "none";
  const more = run.used - run.best.vehicles;
  return more > 0 ? `+${more} vehicles` : (run.way / run.best.distance).toFixed(3);
}

function knownRows(runs: readonly Run[], solvers: readonly string[]): string {
  const names = [...new Set(runs.map(({ name }) => name))];
  const own = (name: string): Run[] => runs.filter((run) => run.name === name && run.solver === OURS);
  const rank = (run: Run): number => run.used * 1e9 + run.way + (isWhole(run) ? 0 : 1e15);
  const byRank = (name: string): Run[] => own(name).toSorted((a, b) => rank(a) - rank(b));
  const rows = names.map((name) => {
    const sorted = byRank(name);
    return [
      name,
      runs.find((run) => run.name === name)?.best?.vehicles ?? "",
      againstBest(sorted[Math.floor((sorted.length - 1) / 2)]),
      againstBest(sorted.at(-1)),
      ...solvers
        .slice(1)
        .map((solver) => againstBest(runs.find((run) => run.name === name && run.solver === solver))),
    ];
  });
  const sums = solvers.map((solver) => {
    const all = runs.filter((run) => run.solver === solver);
    const few = all.filter((run) => isWhole(run) && run.used <= (run.best?.vehicles ?? 0));
    const ratios = few.map(({ way, best }) => way / (best?.distance ?? way));
    return [
      solver,
      all.length,
      few.length,
      all.reduce((sum, run) => sum + Math.max(0, run.used - (run.best?.vehicles ?? 0)), 0),
      ratios.filter((ratio) => ratio <= EXACT).length,
      median(ratios).toFixed(3),
      Math.max(...ratios).toFixed(3),
    ];
  });
  return [
    table(
      [
        "solver",
        "runs",
        "with the best known vehicles",
        "vehicles too many, sum",
        "best known distance",
        "distance of best known, median",
        "worst",
      ],
      sums,
    ),
    table(["instance", "best known vehicles", "ours, median", "ours, worst", ...solvers.slice(1)], rows),
  ].join("\n\n");
}

function openRows(runs: readonly Run[], solvers: readonly string[]): string {
  const names = [...new Set(runs.map(({ name }) => name))];
  const of = (name: string, solver: string): Run[] =>
    runs.filter((run) => run.name === name && run.solver === solver);
  const ratios: number[] = [];
  const rows = names.map((name) => {
    const own = of(name, OURS)
      .filter(isWhole)
      .map(({ way }) => way);
    const peers = solvers.slice(1).flatMap((solver) =>
      of(name, solver)
        .filter(isWhole)
        .map(({ way }) => way),
    );
    const ratio = median(own) / Math.min(...peers);
    if (Number.isFinite(ratio)) ratios.push(ratio);
    return [
      name,
      (Math.max(...own) / median(own)).toFixed(3),
      ...solvers.slice(1).map((solver) => said(of(name, solver)[0], median(own))),
      Number.isFinite(ratio) ? ratio.toFixed(3) : "–",
    ];
  });
  const total =
    ratios.length > 0
      ? `\n\nOurs, of the best peer: ${median(ratios).toFixed(3)} in the median, ${Math.max(...ratios).toFixed(3)} at worst.`
      : "";
  return `Time of driving, of our median.\n\n${table(["case", "ours, worst", ...solvers.slice(1), "ours of the best peer"], rows)}${total}`;
}

/** A peer's way beside ours, or why it is none. */
function said(run: Run | undefined, ours: number): string {
  if (!run) return "–";
  if (run.faults.length > 0) return `breaks a rule: ${run.faults[0]}`;
  return run.left > 0 ? `${run.left} left out` : (run.way / ours).toFixed(3);
}
