import { cpus, loadavg } from "node:os";
import { table } from "../../spec/markdown.ts";
import { quantile, round } from "../load.ts";
import { CROWD, COURIERS, type DeskFigures, EVENTS } from "./at-the-desk.ts";
import type { Frames, Task } from "./in-page.ts";
import type { OldFigures } from "./old-deliveries.ts";

/** Goals of issue 13, in ms and frames a second; of the endpoint, of its time with few. */
const GOALS = { openMs: 1_500, taskMs: 50, frames: 55, old: 1.2 };

/** Measurements of one run; without a browser the endpoint alone. */
export interface BoardFigures {
  /** Of the machine, before. */
  readonly load: number;
  readonly desk: DeskFigures | undefined;
  readonly old: OldFigures;
}

/** The part of docs/performance.md about the board, each time as a part of its goal. */
export const board = ({ load, desk, old }: BoardFigures): string => `## The board

${desk ? inBrowser(desk) : "Without a browser."}

${endpoint(old)}

The list of deliveries has its filters on the server: "Lists and filters" has its 10,000 beside 100. Clicks and keys are counted by journeys: from a call to the courier seven clicks, or keys alone (\`test/e2e/order-entry.test.ts\`); ten late stops to the next day three clicks (\`test/e2e/late-stops.test.ts\`). The machine's load was ${round(load)} before and ${round(loadavg()[0] ?? 0)} at the end of it, on ${cpus().length} cores.`;

const part = (ms: number, goal: number): string => round(ms / goal, 2);
const worst = (values: readonly number[]): number => Math.max(...values);
const wallOf = ({ ms }: Task): number => ms;
const cpuOf = ({ cpuMs }: Task): number => cpuMs;

function inBrowser({ deliveries, openings, drags, bursts, still, moving, ...desk }: DeskFigures): string {
  const row = (what: string, values: readonly number[], [goal, ms]: readonly [string, number]) => [
    what,
    values.length,
    goal,
    part(quantile(values, 0.5), ms),
    part(worst(values), ms),
  ];
  const [open, task] = [["1.5 s", GOALS.openMs] as const, ["50 ms", GOALS.taskMs] as const];
  return `${deliveries} deliveries, three of five on routes, and ${COURIERS} couriers on duty, in Chromium ${desk.browser} on a Waybill with its demo; browser, server, database and the load share the machine. Open: from the navigation until one key has chosen the first row without a courier and the list names it. A drag goes over the couriers' lines and the map; at once are ${EVENTS} commands by \`PUT /api/board/pins/:id\`. Tasks are the browser's own trace of the page's main thread; "processor time" is the most that one of them worked. A task that is longer than its work waited for a processor that others had, or for the drawing.

${table(
  ["what", "times", "goal", "median, of the goal", "worst, of the goal"],
  [
    row("open until the first row can be operated", openings.map(wallOf), open),
    row("the same, processor time of the page's main thread", openings.map(cpuOf), open),
    row("longest task while dragging", drags.map(wallOf), task),
    row("most processor time of a task while dragging", drags.map(cpuOf), task),
    row(`longest task while ${EVENTS} events arrive`, bursts.map(wallOf), task),
    row(`most processor time of a task while ${EVENTS} events arrive`, bursts.map(cpuOf), task),
  ],
)}

The map is drawn by ${desk.renderer}, that is in software on the same cores; main thread is the processor time that the page itself has for a frame, without that drawing. Couriers have a canvas of their own above the map: as symbols of the map they came to 0.06 of the goal (2026-11-30, at a load of 9), since each news of them drew the whole map again.

${table(
  [
    `${CROWD.toLocaleString("en")} couriers on the map`,
    "frames a second, of 55",
    "frames left out",
    "main thread for a frame, of 1/55 s",
  ],
  [
    framesRow("standing still", still),
    framesRow(`each moves once a second (sent: ${round(desk.sent, 2)} of those due)`, moving),
  ],
)}`;
}

const framesRow = (what: string, { perSecond, leftOut, mainMs }: Frames) => [
  what,
  round(perSecond / GOALS.frames, 2),
  round(leftOut, 2),
  part(mainMs, 1_000 / GOALS.frames),
];

const endpoint = ({ few, many, wall, cpu }: OldFigures): string =>
  table(
    [
      `board's endpoint with ${many.toLocaleString("en")} ended deliveries in the database`,
      `of its time with ${few.toLocaleString("en")}`,
      "of the goal",
    ],
    [
      ["one caller, wall time", round(wall, 2), part(wall, GOALS.old)],
      ["processor time of server and database", round(cpu, 2), part(cpu, GOALS.old)],
    ],
  );

const ms = (value: number): string => `${round(value, 0)} ms`;
const task = ({ ms: wall, cpuMs }: Task): string => `${ms(wall)} (work ${ms(cpuMs)})`;

/** Times on this machine, for the terminal alone. */
export function times({ desk, old }: BoardFigures): string {
  const lines = [`endpoint with many old: ${ms(old.wallMs)}, ${ms(old.cpuMs)} of the processor`];
  if (desk)
    lines.push(
      `open: ${desk.openings.map(task).join(", ")}`,
      `longest task of a drag: ${desk.drags.map(task).join(", ")}`,
      `longest task of ${EVENTS} events: ${desk.bursts.map(task).join(", ")}`,
      `map still: ${framesText(desk.still)}; moving: ${framesText(desk.moving)}`,
    );
  return lines.map((line) => `- ${line}`).join("\n");
}

const framesText = ({ perSecond, mainMs }: Frames): string =>
  `${round(perSecond)} frames a second, ${round(mainMs)} ms of the main thread each`;
