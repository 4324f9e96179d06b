import { expect, test } from "vitest";
import { freePorts } from "#test/support/processes/free-ports.ts";
import { useWorld } from "#test/support/use-world.ts";
import { createMetrics, serveMetrics } from "./metrics.ts";

const { world } = useWorld();

test("Prometheus reads calls by endpoint, connections, jobs, live streams and the event loop, on their own port", async () => {
  const metrics = createMetrics({ pool: world.db.pool, liveReaders: () => 3 });
  metrics.onRequest("cancelDelivery", 409, 0.02);
  const [port = 0] = await freePorts(1);
  const served = await serveMetrics(metrics, "127.0.0.1", port);
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(text).toContain('waybill_http_seconds_count{endpoint="cancelDelivery",status="4xx"} 1');
  expect(text).toContain('waybill_database_connections{state="open"}');
  expect(text).toContain('waybill_jobs{state="given_up"} 0');
  expect(text).toContain("waybill_live_readers 3");
  expect(text).toContain("nodejs_eventloop_lag_seconds");
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  await served.close();
});
