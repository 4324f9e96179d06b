// `npm run bench`: ratios of one run on this machine, not verdicts. Writes docs/performance.md.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import path from "node:path";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { callWire, startProduct } from "#test/support/product.ts";
import { signIn } from "#test/support/sign-in.ts";
import { benchCalls } from "./bench/calls.ts";
import { benchFanOut } from "./bench/fan-out.ts";
import { benchPage } from "./bench/lighthouse.ts";
import { round } from "./bench/load.ts";
import { benchRows } from "./bench/many-rows.ts";
import { paymentFigures } from "./bench/payment-figures.ts";
import { benchPayments } from "./bench/payments.ts";
import { sessionFigures } from "./bench/session-figures.ts";
import { benchSignInBytes } from "./bench/sign-in-bytes.ts";
import { benchVerify } from "./bench/verify.ts";
import { findChromium } from "./chromium.mjs";
import { table } from "./spec/markdown.ts";

const PORT = 18_500;
const BANK_PORT = 18_501;
const folder = mkdtempSync(path.join(tmpdir(), "waybill-bench-"));
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const began = performance.now();
  return [await work(), (performance.now() - began) / 1000];
};

say("starting, cold");
const [first, cold] = await timed(() => startProduct(folder, PORT));
await first.stop();
say("starting, warm");
const [product, warm] = await timed(() => startProduct(folder, PORT, [`--sandbox-port=${BANK_PORT}`]));
say("calls");
const calls = await benchCalls(product.url);
say("pages on a slow phone");
const token = await signIn(product.url, "bo");
const [delivery] = (await callWire(product.url, dispatchApi.readBoard, {}, { token })).deliveries;
const link = await callWire(product.url, trackingApi.shareDelivery, { id: delivery?.id ?? "" }, { token });
const chromium = findChromium();
const pages = [
  await benchPage("/book", `${product.url}/book`, chromium),
  await benchPage("/t/:token", `${product.url}${link.path}`, chromium),
];
say("card payments");
const payments = await benchPayments(product.url, `http://127.0.0.1:${BANK_PORT}`);
await product.stop();
rmSync(folder, { recursive: true, force: true });
payments.push(...(await paymentFigures()));
say("live fan-out");
const fan = await benchFanOut();
say("10,000 rows");
const rows = await benchRows();
say("who calls");
const verify = await benchVerify();
say("bytes of the sign-in code");
const bytes = await benchSignInBytes();
say("the session in a browser");
const session = await sessionFigures(chromium);

const [nothing] = calls;
const [, newToken] = verify;
const base = nothing?.perSecond ?? Number.NaN;
const [cpu] = cpus();
const document = `<!-- Written by \`npm run bench\`. -->

# Performance, measured

One run on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${cpu?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}.
The load generator shares the machine with the server. Compare ratios; absolute figures belong to this machine.

## Start

${table(
  ["start", "seconds", "ratio"],
  [
    ["cold: database, tables, town, demo", round(cold), "1"],
    ["warm: data kept", round(warm), round(warm / cold, 2)],
  ],
)}

## Calls, eight callers at once

${table(
  ["call", "per second", "of nothing", "p50 ms", "p99 ms", "failed"],
  calls.map((call) => [
    call.name,
    round(call.perSecond, 0),
    round(call.perSecond / base, 2),
    round(call.p50),
    round(call.p99),
    call.failed,
  ]),
)}

## Who calls, checked for one request

Processor time of the server's process alone; the wait includes the database where it is asked. One caller, one call after the other, ES256.

${table(
  ["what the call brings", "processor ms", "of a new token", "p50 ms"],
  verify.map((row) => [
    row.what,
    round(row.cpuMs, 3),
    round(row.cpuMs / (newToken?.cpuMs ?? Number.NaN), 2),
    round(row.p50, 3),
  ]),
)}

## Lists and filters, median ms

${table(
  ["query", "100 rows", "10,000 rows", "ratio"],
  rows.map((row) => [row.query, round(row.few), round(row.many), round(row.many / row.few, 2)]),
)}

## Card payments, sandbox bank

The whole way over the wire: the bank, the database and the caller share the machine.

${table(
  ["what", "took"],
  payments.map((row) => [row.what, row.value]),
)}

## Live fan-out

${table(["watchers", "couriers, 1 Hz", "positions heard/s", "p50 ms", "p99 ms", "cores, both ends"], [[fan.watchers, fan.positionsPerSecond, round(fan.heardPerSecond, 0), round(fan.p50, 0), round(fan.p99, 0), round(fan.cores, 2)]])}

## Pages on a slow phone (Lighthouse, simulated slow 4G and a CPU four times slower)

${table(
  ["page", "performance", "accessibility", "LCP ms", "TBT ms", "CLS", "kB"],
  pages.map((page) => [
    page.page,
    page.performance,
    page.accessibility,
    round(page.lcpMs, 0),
    round(page.tbtMs, 0),
    round(page.cls, 3),
    round(page.kilobytes, 0),
  ]),
)}

## Sign-in code

What an app sends to browsers for signing in, built alike by Vite from a usage of some ten lines. Ours checks the ID token whole, binds tokens to a key, keeps one session for all tabs and works offline; the others do part of that.

${table(
  ["code", "files", "kB minified", "kB gzip -9"],
  bytes.map((row) => [row.what, row.files, round(row.bytes / 1000), round(row.gzipped / 1000)]),
)}

## The session in a browser

Measured by the journeys of the session in Chromium, on the embedded provider; the session is looked at every 5 s.

${table(
  ["what", "took"],
  session.map((row) => [row.what, row.value]),
)}
`;
writeFileSync("docs/performance.md", document);
say(readFileSync("docs/performance.md", "utf8"));
