// `npm run bench:dispatch [-- --smoke] [-- --days 20 [--write]]`: a published day of 300 orders and 20 couriers; how long a quote, an insertion and an
// improvement take, and what they change, in processor time. Then a plan of five seconds in a thread of its own: its time
// over the limit, and how long the serving thread was held up. `--days` plays so many simulated days instead, and with
// `--write` puts what came of them into docs/performance.md.
import { readFileSync, writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { problemOf } from "#engines/planner/build-problem.ts";
import { LivePlan } from "#engines/planner/live.ts";
import { resultOf } from "#engines/planner/result.ts";
import { openPlanner } from "#main/planning/plan-threads.ts";
import { COLD, Search } from "#engines/planner/search.ts";
import { publishedOf, townDay } from "#test/support/planner/town-day.ts";
import { keepPart } from "./bench/kept-part.ts";
import { playDays } from "./bench/simulated-days.ts";

/** A small day, to see that it runs. */
const isSmoke = process.argv.includes("--smoke");
const [ORDERS, COURIERS, NEW, QUOTES, PLAN_MS] = isSmoke ? [20, 3, 2, 150, 1500] : [300, 20, 5, 2000, 5000];
const PAGE = "docs/performance.md";
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const share = (list: readonly number[], at: number): string =>
  (list.toSorted((a, b) => a - b)[Math.floor(at * (list.length - 1))] ?? 0).toFixed(2);

const days = process.argv.indexOf("--days");
if (days > 0) {
  const rules = { first: 3000, improve: 150, every: 120 };
  const count = Number(process.argv[days + 1]);
  const part = `## Dispatch

\`npm run bench:dispatch -- --days ${count}\`, ${new Date().toISOString().slice(0, 10)}.
${playDays({ count, orders: ORDERS, couriers: COURIERS, rules }, say)}`;
  say(part);
  if (process.argv.includes("--write"))
    writeFileSync(PAGE, keepPart(readFileSync(PAGE, "utf8"), "Dispatch", part));
  process.exit(0);
}

const day = townDay(1, ORDERS + NEW, COURIERS);
const weights = { ...day.weights, changeCourier: 300, changeOrder: 60, changeEta: 0.05 };
const old = { ...day, weights, orders: day.orders.slice(0, ORDERS) };
const search = new Search(problemOf(old));
search.run({ limits: { ms: PLAN_MS }, clock: cpuMs, temperatures: COLD });
const plan = resultOf(search);
const begun = cpuMs();
const live = new LivePlan({ ...old, published: publishedOf(plan) });
say(`set-up ${(cpuMs() - begun).toFixed(0)} ms, ${plan.leftOut.length} left out`);

const took: number[] = [];
for (let n = 0; n < QUOTES; n++) {
  const order = day.orders[ORDERS + (n % NEW)];
  const from = performance.now();
  if (order) live.quote({ ...order, id: `${order.id} ${n}` });
  took.push(performance.now() - from);
}
say(
  `quote over ${COURIERS} couriers: first ${took[0]?.toFixed(1)} ms, then median ${share(took.slice(100), 0.5)} ms, p99 ${share(took.slice(100), 0.99)} ms`,
);

for (const order of day.orders.slice(ORDERS)) {
  const from = cpuMs();
  const put = live.insert(order);
  say(
    `insertion ${(cpuMs() - from).toFixed(0)} ms: ${"courier" in put ? `+${put.addedSeconds} s, ${put.addedMetres} m, ${(put.pOnTime * 100).toFixed(0)} % in time` : "no place"}`,
  );
}
for (const ms of [300, 1000]) {
  const from = cpuMs();
  const offer = live.improve({ limits: { ms }, clock: cpuMs });
  const moved = offer.changes.filter((change) => change.from !== change.to);
  say(
    `improvement of ${ms} ms took ${(cpuMs() - from).toFixed(0)} ms: ${offer.secondsSaved} s saved, ${moved.length} orders to other couriers, ${offer.mended.length} promises mended`,
  );
}

const points = Array.from({ length: Math.sqrt(day.travel["car"]?.seconds.length ?? 0) }, (_, at) => ({
  lon: 10.9 + ((at * 37) % 611) / 5000,
  lat: 50 + ((at * 53) % 593) / 5000,
}));
const planner = openPlanner("/nowhere");
const held = monitorEventLoopDelay({ resolution: 1 });
held.enable();
const started = performance.now();
const { iterations } = await planner.plan({ points, request: day }, PLAN_MS).done;
const over = performance.now() - started - PLAN_MS;
held.disable();
say(
  `plan of ${PLAN_MS} ms in a thread: ${over.toFixed(0)} ms over, ${iterations} steps; the serving thread was held up ${(held.percentile(99.9) / 1e6).toFixed(1)} ms at p99.9, ${(held.max / 1e6).toFixed(1)} ms at most`,
);
await planner.close();
