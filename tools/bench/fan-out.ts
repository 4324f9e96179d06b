import { randomUUID } from "node:crypto";
import { buildApp } from "#server/http/app.ts";
import { openDb } from "#server/db/db.ts";
import { startTestPostgres } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { startHub } from "#server/live/hub.ts";
import { liveRoute } from "#server/live/stream.ts";
import { quantile } from "./load.ts";

export interface FanOut {
  readonly watchers: number;
  readonly positionsPerSecond: number;
  /** Positions that arrived at all watchers together, each second. */
  readonly heardPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Share of one core that server and watchers took together. */
  readonly cores: number;
}

const WATCHERS = 200;
const COURIERS = 1_000;
const TICKS_PER_SECOND = 4;
const SECONDS = 10;
const PORT = 18_600;

/** A thousand couriers move once a second; 200 dispatchers, each a person of their own, hear it over HTTP. */
export async function benchFanOut(): Promise<FanOut> {
  const postgres = await startTestPostgres();
  const db = openDb({ connectionString: postgres.url });
  await migrate({ connectionString: postgres.url }, "db/migrations");
  const orgId = randomUUID();
  const hub = startHub(db);
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const app = await buildApp({
    db,
    routes: [],
    rawRoutes: [liveRoute(hub)],
    refusals: {},
    actorOf: ({ authorization }) =>
      Promise.resolve({ kind: "person", orgId, userId: authorization ?? "", roles: ["dispatcher"] }),
    clock: () => Date.now(),
    log: quiet,
    headers: {},
    trustProxy: [],
    limitFactor: 0,
  });
  await app.listen({ host: "127.0.0.1", port: PORT });
  const stop = new AbortController();
  const delays: number[] = [];
  const heard = { frames: 0 };
  const watching = Array.from({ length: WATCHERS }, () =>
    watch(stop.signal, delays, heard).catch(() => undefined),
  );
  while (hub.size() < WATCHERS) await rest(50);

  const before = process.cpuUsage();
  const couriers = Array.from({ length: COURIERS }, () => randomUUID());
  const each = COURIERS / TICKS_PER_SECOND;
  for (let tick = 0; tick < SECONDS * TICKS_PER_SECOND; tick += 1) {
    const from = (tick % TICKS_PER_SECOND) * each;
    const at = new Date().toISOString();
    const positions = couriers
      .slice(from, from + each)
      .map((courierId) => ({ courierId, at, point: { lon: 10.9, lat: 50.2 }, headingDeg: 90 }));
    hub.tell(orgId, { type: "positions.moved", data: { positions }, audience: { staff: true } });
    await rest(1000 / TICKS_PER_SECOND);
  }
  const { user, system } = process.cpuUsage(before);
  stop.abort();
  await Promise.all(watching);
  await app.close();
  await hub.stop();
  await db.close();
  await postgres.stop();
  return {
    watchers: WATCHERS,
    positionsPerSecond: COURIERS,
    heardPerSecond: (heard.frames * each) / SECONDS,
    p50: quantile(delays, 0.5),
    p99: quantile(delays, 0.99),
    cores: (user + system) / 1e6 / SECONDS,
  };
}

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads one stream and notes when each frame of positions began to arrive. */
async function watch(signal: AbortSignal, delays: number[], heard: { frames: number }): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${PORT}/api/live`, {
    headers: { authorization: randomUUID() },
    signal,
  });
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    const text = decoder.decode(chunk);
    if (!text.includes("event: positions.moved")) continue;
    heard.frames += 1;
    const at = /"at":"([^"]+)"/.exec(text)?.[1];
    if (at) delays.push(Date.now() - Date.parse(at));
  }
}
