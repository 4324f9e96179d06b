import { cpus, totalmem } from "node:os";
import { table } from "../spec/markdown.ts";
import type { NoticeFigures } from "./notices.ts";
import type { FanOut } from "./fan-out.ts";
import type { PageFigures } from "./lighthouse.ts";
import { type Figures, round } from "./load.ts";
import type { RowFigures } from "./many-rows.ts";
import type { Overhead } from "./overhead-run.ts";
import type { PaymentSeconds } from "./payments.ts";
import type { benchSignInBytes } from "./sign-in-bytes.ts";
import type { VerifyFigures } from "./verify.ts";

/** Says on which machine it ran; the ratios below are those of this one run. */
export function head(): string {
  const [cpu] = cpus();
  return `<!-- Written by \`npm run bench\`. -->

# Performance, measured

One run on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${cpu?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}.
The load generator shares the machine with the server, so this page keeps ratios of that run. \`npm run bench\` says what
took how long on yours.`;
}

export const start = (cold: number, warm: number): string => `## Start

A start on kept data takes ${round(warm / cold, 2)} of the first one, which makes the database, the town and the demo.`;

export function calls(figures: readonly Figures[]): string {
  const base = figures[0]?.perSecond ?? Number.NaN;
  return `## Calls, eight callers at once

${table(
  ["call", "calls a second, of those that do nothing", "99th percentile, of the median", "failed"],
  figures.map((call) => [
    call.name,
    round(call.perSecond / base, 2),
    round(call.p99 / call.p50, 1),
    call.failed,
  ]),
)}`;
}

/** Beside the median of a price, which is the second call. */
export function payments(seconds: PaymentSeconds, [, price]: readonly Figures[]): string {
  const ofPrice = (value: number): string => round((value * 1000) / (price?.p50 ?? Number.NaN));
  return `## Card payments, sandbox bank

The whole way over the wire, one after the other: the bank, the database and the caller share the machine.

${table(
  ["what", "prices it takes as long as"],
  [
    ["price, order, card form's call and the hold seen", ofPrice(seconds.booking)],
    ["one capture that the silent bank left, once it answers again", ofPrice(seconds.captureAfterSilence)],
  ],
)}`;
}

/** The tracking page where scripts are blocked. */
export const NO_SCRIPTS = "/t/:token, no scripts";
/** Of the largest paint, in ms. */
const PAINT_GOALS: Readonly<Record<string, number>> = {
  "/book": 1_800,
  "/t/:token": 1_200,
  [NO_SCRIPTS]: 1_200,
};

export const pages = (figures: readonly PageFigures[]): string => `## Pages on a slow phone

Lighthouse, slow 4G and a CPU four times slower: scores of 100 by its simulation, the largest paint of a load that really is as slow. Without scripts: their files are blocked. A tracking page keeps crawlers away on purpose; that is left out of its SEO.

${table(
  [
    "page",
    "performance",
    "accessibility",
    "best practices",
    "SEO",
    "largest paint, of its goal",
    "layout shift",
    "kB",
  ],
  figures.map((page) => [
    page.page,
    page.performance,
    page.accessibility,
    page["best-practices"],
    page.seo,
    round(page.lcpMs / (PAINT_GOALS[page.page] ?? Number.NaN), 2),
    round(page.cls, 3),
    round(page.kilobytes, 0),
  ]),
)}`;

/** Longest wait of 99 of 100 notices, in ms. */
const NOTICE_GOAL_MS = 10_000;

export const notices = (found: NoticeFigures): string => `## Notices

${found.deliveries} deliveries are booked within a minute, go out with couriers who hand some over, and the rest is cancelled all at once; of each event one person is told by mail and text message, through a real mail server and a real gateway in the same process. From the commit of the event to the message at its server; the events of a delivery are gathered for 2.5 s, a quarter of the goal of 10 s, and a courier's news for 2 s until their stops are predicted anew.

${table(
  ["events", "median, of the goal", "99th percentile, of the goal"],
  [
    ["booked, over a minute", ...shares(found.spread)],
    ["comes next, since the stop before was handed over", ...shares(found.next)],
    ["cancelled, at once", ...shares(found.burst)],
  ],
)}

Arrived, of those due: ${round(found.arrived / found.due, 3)}; twice: ${found.twice}.`;

const shares = ({ medianMs, p99Ms }: NoticeFigures["burst"]): string[] =>
  [medianMs, p99Ms].map((ms) => round(ms / NOTICE_GOAL_MS, 2));

export const fanOut = (fan: FanOut): string => `## Live fan-out

${fan.couriers} couriers send where they are once a second, ${fan.watchers} dispatchers watch, through HTTP, real tokens, the database and server-sent events; another process makes the load. Cores are processor time of the server's process alone, so they hold on a busy machine too.

${table(
  [
    "sent, of those due",
    "received by a watcher, of those sent",
    "cores",
    "99th percentile within 250 ms",
    "failed",
  ],
  [
    [
      round(fan.calls / fan.seconds / fan.couriers, 2),
      round(fan.heard / fan.calls, 2),
      round(fan.cores, 2),
      fan.p99 <= 250 ? "yes" : "no",
      fan.failed,
    ],
  ],
)}`;

export const overhead = (figures: readonly Overhead[]): string => `## Beside a bare row

Processor time of the server's process alone for one call, eight callers in another process, real tokens. A bare row is one row by its key from the pool, as JSON, in the same process, measured right before each call in each of the rounds. The median of the rounds, and between which values half of them lie.

${table(
  ["call", "of a bare row's rate", "half of the rounds"],
  figures.map(({ call, ofBare, quartiles }) => [
    call,
    round(ofBare, 2),
    quartiles.map((one) => round(one, 2)).join(" to "),
  ]),
)}

Of a small call nearly half is writing messages to the database and the reply to the socket, so a call costs what it writes: a bare row, counts, the list, tracking, a quote and the board are one message each. Of the board it is size: it is sent in columns, each name, place and window once, a fifth of what it would be as objects. See [decision 51](decisions/0051-what-a-call-costs-beside-a-row.md).`;

export const rows = (most: number, figures: readonly RowFigures[]): string => `## Lists and filters

${table(
  ["query", `median with ${most.toLocaleString("en")} deliveries, of that with 100`],
  figures.map((row) => [row.query, round(row.many / row.few, 2)]),
)}`;

export function verify(figures: readonly VerifyFigures[]): string {
  const newToken = figures[1]?.cpuMs ?? Number.NaN;
  return `## Who calls, checked for one request

Processor time of the server's process alone. One caller, one call after the other, ES256.

${table(
  ["what the call brings", "of a new token"],
  figures.map((row) => [row.what, round(row.cpuMs / newToken, 2)]),
)}`;
}

export const signInBytes = (bytes: Awaited<ReturnType<typeof benchSignInBytes>>): string => `## Sign-in code

What an app sends to browsers for signing in, built alike by Vite from a usage of some ten lines. Ours checks the ID token whole, binds tokens to a key, keeps one session for all tabs and stays signed in without network; the others do part of that.

${table(
  ["code", "files", "kB minified", "kB gzip -9"],
  bytes.map((row) => [row.what, row.files, round(row.bytes / 1000), round(row.gzipped / 1000)]),
)}`;
