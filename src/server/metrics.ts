import type { Pool } from "pg";
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { countJobs } from "./jobs/failed-jobs.ts";
import { listenOn } from "./listen.ts";

/** A figure that a room counts when it is asked for. */
export interface RoomGauge {
  readonly name: string;
  readonly help: string;
  readonly read: (pool: Pool) => Promise<number>;
}

export interface MetricsParts {
  readonly pool: Pool;
  /** Open live streams right now. */
  readonly liveReaders: () => number;
  /** Lines that the log could not write since the start. */
  readonly droppedLogLines?: () => number;
  /** Figures of the rooms: 1 for each label that holds. */
  readonly roomGauges?: readonly RoomGauge[];
}

export interface Metrics {
  /** Counts one answered call; `endpoint` is its id, never its address. */
  readonly onRequest: (endpoint: string, status: number, seconds: number) => void;
  /** Counts what became of a load of the payment provider's script in a browser. */
  readonly onPaymentScript: (news: { readonly outcome: string; readonly ms: number }) => void;
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Figures for Prometheus: calls by endpoint, event loop, memory, database connections, jobs, live streams. */
export function createMetrics(parts: MetricsParts): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: "waybill_http_seconds",
    help: "Duration of calls by endpoint and status class",
    labelNames: ["endpoint", "status"],
    buckets: SECONDS,
    registers,
  });
  const connections = new Gauge({
    name: "waybill_database_connections",
    help: "Connections to the database by state",
    labelNames: ["state"],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = parts.pool;
      connections.set({ state: "open" }, totalCount);
      connections.set({ state: "idle" }, idleCount);
      connections.set({ state: "wanted" }, waitingCount);
    },
  });
  const jobs = new Gauge({
    name: "waybill_jobs",
    help: "Background jobs: due now, due later, given up",
    labelNames: ["state"],
    registers,
    async collect() {
      const { due, later, givenUp } = await countJobs(parts.pool);
      for (const [state, count] of Object.entries({ due, later, given_up: givenUp }))
        jobs.set({ state }, count);
    },
  });
  const live = new Gauge({
    name: "waybill_live_readers",
    help: "Open live streams",
    registers,
    collect() {
      live.set(parts.liveReaders());
    },
  });
  const droppedLines = new Counter({
    name: "waybill_log_lines_dropped_total",
    help: "Log lines that could not be written: disk full, or a reader that is gone",
    registers,
    collect() {
      droppedLines.reset();
      droppedLines.inc(parts.droppedLogLines?.() ?? 0);
    },
  });
  const scripts = scriptFigures(registers);
  for (const { name, help, read } of parts.roomGauges ?? []) {
    const gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        gauge.set(await read(parts.pool));
      },
    });
  }
  return {
    onPaymentScript: scripts,
    onRequest: (endpoint, status, seconds) =>
      calls.observe({ endpoint, status: `${Math.floor(status / 100)}xx` }, seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

const SCRIPT_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

function scriptFigures(registers: Registry[]): Metrics["onPaymentScript"] {
  const outcomes = new Counter({
    name: "waybill_payment_script_total",
    help: "Loads of the payment provider's script in browsers, by outcome",
    labelNames: ["outcome"],
    registers,
  });
  const took = new Histogram({
    name: "waybill_payment_script_seconds",
    help: "Time until the payment provider's script was there or given up",
    buckets: SCRIPT_SECONDS,
    registers,
  });
  return ({ outcome, ms }) => {
    outcomes.inc({ outcome });
    took.observe(ms / 1000);
  };
}

/** Serves `/metrics` on a port of its own, so that it is never on the public address by accident. */
export function serveMetrics(
  metrics: Metrics,
  host: string,
  port: number,
): Promise<{ close: () => Promise<void> }> {
  return listenOn(host, port, (request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
      () => response.writeHead(503).end(),
    );
  });
}
