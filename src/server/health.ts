import { statfs } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Pool } from "pg";
import type { BrowserConfig } from "#contract/browser-config.ts";
import type { RawReply, RawRoute } from "./http/route.ts";

export interface HealthParts {
  readonly pool: Pool;
  readonly dataFolder: string;
  readonly browserConfig: BrowserConfig;
  /** True from the moment the process was asked to stop. */
  readonly isStopping: () => boolean;
}

/** Beyond this the process is stuck and better restarted. */
const STUCK_MS = 1000;
const WINDOW_MS = 10_000;
const DATABASE_MS = 2000;
const FREE_SHARE = 0.01;

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
      summary: "Whether this process can answer calls: database, disk, not stopping",
      run: async () => verdict(await failing(parts)),
    },
    {
      ...open,
      id: "config",
      path: "/config.json",
      summary: "What the browser needs to know of this install",
      run: () => Promise.resolve(json(200, parts.browserConfig)),
    },
  ];
}

async function failing(parts: HealthParts): Promise<string[]> {
  const [database, disk] = await Promise.all([databaseAnswers(parts.pool), diskHasRoom(parts.dataFolder)]);
  return [
    ...(parts.isStopping() ? ["stopping"] : []),
    ...(database ? [] : ["database"]),
    ...(disk ? [] : ["disk"]),
  ];
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

async function diskHasRoom(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail > disk.blocks * FREE_SHARE;
}

const verdict = (failing: string[]) =>
  json(
    failing.length === 0 ? 200 : 503,
    failing.length === 0 ? { status: "ok" } : { status: "failing", failing },
  );

const json = (status: number, body: object): RawReply => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(body),
});
