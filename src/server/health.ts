import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Pool } from "pg";
import type { BrowserConfig } from "#contract/browser-config.ts";
import type { RawReply, RawRoute } from "./http/route.ts";

export interface HealthParts {
  readonly pool: Pool;
  /** Whether nothing new is taken for want of disk. */
  readonly isDiskFull: () => boolean;
  readonly browserConfig: () => Promise<BrowserConfig>;
  /** True from the moment the process was asked to stop. */
  readonly isStopping: () => boolean;
  /** Percents of a migration in batches that goes on meanwhile; undefined where none does. */
  readonly upgrading: () => number | undefined;
}

/** Beyond this the process is stuck and better restarted. */
const STUCK_MS = 1000;
const WINDOW_MS = 10_000;
const DATABASE_MS = 2000;

/** `/livez` (restart me?), `/readyz` (send me calls?) and `/config.json`. They say which part fails, and no more. */
export function plantRoutes(parts: HealthParts): RawRoute[] {
  const lag = monitorEventLoopDelay({ resolution: 50 });
  lag.enable();
  setInterval(() => lag.reset(), WINDOW_MS).unref();
  const open = { method: "GET", needs: "anyone" } as const;
  return [
    {
      ...open,
      id: "livez",
      path: "/livez",
      summary: "Whether this process is alive: its event loop lags less than a second",
      run: () => Promise.resolve(verdict(lag.percentile(50) / 1e6 < STUCK_MS ? [] : ["event-loop"])),
    },
    {
      ...open,
      id: "readyz",
      path: "/readyz",
      summary:
        "Whether this process can answer calls: database, not stopping; `degraded` while a full disk leaves reading; `upgrade` says how far rows are brought up to date meanwhile",
      run: async () => verdict(await failing(parts), parts.isDiskFull() ? ["disk"] : [], parts.upgrading()),
    },
    {
      ...open,
      id: "config",
      path: "/config.json",
      summary: "What the browser needs to know of this install",
      run: async () => json(200, await parts.browserConfig()),
    },
  ];
}

async function failing(parts: HealthParts): Promise<string[]> {
  const answers = await databaseAnswers(parts.pool);
  return [...(parts.isStopping() ? ["stopping"] : []), ...(answers ? [] : ["database"])];
}

async function databaseAnswers(pool: Pool): Promise<boolean> {
  const late = new Promise<false>((done) => setTimeout(() => done(false), DATABASE_MS).unref());
  return Promise.race([
    pool.query("select 1").then(
      () => true,
      () => false,
    ),
    late,
  ]);
}

const verdict = (failing: readonly string[], degraded: readonly string[] = [], percent?: number) => {
  if (failing.length > 0) return json(503, { status: "failing", failing });
  const upgrade = percent === undefined ? {} : { upgrade: { percent } };
  return json(200, {
    ...(degraded.length > 0 ? { status: "degraded", degraded } : { status: "ok" }),
    ...upgrade,
  });
};

const json = (status: number, body: object): RawReply => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(body),
});
