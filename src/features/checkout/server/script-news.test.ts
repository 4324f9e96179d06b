import { beforeAll, expect, test } from "vitest";
import { createMetrics, type Metrics } from "#server/metrics.ts";
import { useWorld } from "#test/support/use-world.ts";
import { SCRIPT_NEWS_PATH } from "../contract/script-news.ts";

let metrics: Metrics;
const { world } = useWorld({ limitFactor: 1, onPaymentScript: (news) => metrics.onPaymentScript(news) });
beforeAll(() => void (metrics = createMetrics({ pool: world.db.pool, liveReaders: () => 0 })));

const tell = (payload: object) =>
  world.server.app.inject({
    method: "POST",
    url: SCRIPT_NEWS_PATH,
    headers: { "content-type": "application/json" },
    payload: JSON.stringify(payload),
  });

test("what became of a script is counted by its outcome, anything else is refused, and a flood is held back", async () => {
  const good = { outcome: "blocked", attempts: 3, ms: 3_400 };
  expect((await tell(good)).statusCode).toBe(204);
  for (const bad of [
    {},
    { ...good, outcome: "https://js.example/?secret=1" },
    { ...good, attempts: 0 },
    { ...good, ms: -1 },
    { ...good, url: "https://js.example/" },
  ])
    expect((await tell(bad)).statusCode, JSON.stringify(bad)).toBe(422);
  const text = await metrics.text();
  expect(text).toContain('waybill_payment_script_total{outcome="blocked"} 1');
  expect(text).toContain('waybill_payment_script_seconds_bucket{le="5"} 1');
  expect(text).not.toContain("secret");
  const flood = await Promise.all(Array.from({ length: 30 }, () => tell(good)));
  expect(flood.map(({ statusCode }) => statusCode)).toContain(429);
});
