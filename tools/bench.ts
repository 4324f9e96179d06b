// `npm run bench`: ratios of one run on this machine, not verdicts. Writes docs/performance.md; what took how long here
// is said on the terminal alone. `-- --smoke` runs all that needs no browser for a moment, and writes nothing.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { demoApi } from "#contract/demo.ts";
import { freePorts } from "#test/support/processes/free-ports.ts";
import { callWire, startProduct } from "#test/support/processes/product.ts";
import { benchBoard } from "./bench/board/bench-board.ts";
import { benchCalls } from "./bench/calls.ts";
import { benchFanOut, WHOLE_CROWD } from "./bench/fan-out.ts";
import { benchPage } from "./bench/lighthouse.ts";
import { benchRows } from "./bench/many-rows.ts";
import { benchNotices } from "./bench/notices.ts";
import { benchOverhead, OVERHEAD_SMOKE, OVERHEAD_WHOLE } from "./bench/overhead.ts";
import { paymentFigures } from "./bench/payment-figures.ts";
import { benchPayments } from "./bench/payments.ts";
import { phone } from "./bench/phone-report.ts";
import * as report from "./bench/report.ts";
import { keepPart, partOf } from "./bench/kept-part.ts";
import { sessionFigures } from "./bench/session-figures.ts";
import { benchSignInBytes } from "./bench/sign-in-bytes.ts";
import { benchVerify } from "./bench/verify.ts";
import { findChromium } from "./chromium.mjs";

const WHOLE = {
  seconds: 5,
  payments: 20,
  crowd: WHOLE_CROWD,
  rows: 10_000,
  rounds: 30,
  perRound: 400,
  notices: { deliveries: 200, handedOver: 5, restMs: 15_000 },
};
const SMOKE: typeof WHOLE = {
  seconds: 0.3,
  payments: 2,
  crowd: { couriers: 5, watchers: 2, seconds: 2 },
  rows: 200,
  rounds: 2,
  perRound: 5,
  notices: { deliveries: 3, handedOver: 1, restMs: 3000 },
};

const isSmoke = process.argv.includes("--smoke");
const effort = isSmoke ? SMOKE : WHOLE;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const secondsOf = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const began = performance.now();
  return [await work(), (performance.now() - began) / 1000];
};

const sections = [report.head(), ...(await ofTheProduct())];
say("live fan-out");
sections.push(report.fanOut(await benchFanOut(effort.crowd)));
say("notices");
sections.push(report.notices(await benchNotices(effort.notices)));
say("beside a bare row");
sections.push(report.overhead(await benchOverhead(isSmoke ? OVERHEAD_SMOKE : OVERHEAD_WHOLE)));
say("many rows");
sections.push(report.rows(effort.rows, await benchRows(effort.rows, effort.rounds)));
say("the board");
const board = await benchBoard(isSmoke, say);
sections.push(board.part);
say("who calls");
sections.push(report.verify(await benchVerify(effort.perRound, Math.min(9, effort.rounds))));
if (!isSmoke) {
  say("bytes of the sign-in code");
  sections.push(report.signInBytes(await benchSignInBytes()));
}
const figures = isSmoke ? [] : await paymentFigures();
if (!isSmoke) sections.push(phone(figures));
const page = `${sections.join("\n\n")}\n`;
say(page);
if (!isSmoke) {
  const before = readFileSync("docs/performance.md", "utf8");
  const kept = ["Roads", "Planner", "Dispatch"].reduce(
    (text, heading) => keepPart(text, heading, partOf(before, heading)),
    page,
  );
  writeFileSync("docs/performance.md", kept);
  say(`On this machine, in this run:\n${board.times}`);
  for (const { what, value } of [...figures, ...(await sessionFigures(findChromium()))])
    say(`- ${what}: ${value}`);
}

/** Measurements through a running Waybill: its start, its calls, its pages, card payments. */
async function ofTheProduct(): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-bench-"));
  const [port = 0, provider = 0, metrics = 0, bank = 0] = await freePorts(4);
  const flags = [`--provider-port=${provider}`, `--metrics-port=${metrics}`, `--sandbox-port=${bank}`];
  try {
    say("starting, cold");
    const [first, cold] = await secondsOf(() => startProduct(folder, port, flags));
    await first.stop();
    say("starting, warm");
    const [product, warm] = await secondsOf(() => startProduct(folder, port, flags));
    try {
      say("calls");
      const calls = await benchCalls(product.url, effort.seconds);
      say("card payments");
      const payments = await benchPayments(product.url, `http://127.0.0.1:${bank}`, effort.payments);
      const found = [report.start(cold, warm), report.calls(calls), report.payments(payments, calls)];
      return isSmoke ? found : [...found, report.pages(await slowPhone(product.url))];
    } finally {
      await product.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function slowPhone(url: string) {
  say("pages on a slow phone");
  // The recipient's own link, of a delivery that is on its way to them.
  const link = await callWire(url, demoApi.openTracking, {});
  const chromium = findChromium();
  return [
    await benchPage({ page: "/book", url: `${url}/book` }, chromium),
    await benchPage({ page: "/t/:token", url: url + link.path, isPrivate: true }, chromium),
    await benchPage(
      { page: report.NO_SCRIPTS, url: url + link.path, isPrivate: true, scripts: "off" },
      chromium,
    ),
  ];
}
