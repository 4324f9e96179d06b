// Makes the load of a measurement in a process of its own, so that the server's processor time is the server's alone.
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import type { IncomingMessage } from "node:http";
import { quantile } from "./load.ts";

export interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Either callers who repeat one call, or couriers who send where they are once a second and watchers who hear it. */
export type Load =
  | {
      readonly kind: "repeat";
      readonly url: string;
      readonly call: Call;
      readonly callers: number;
      readonly seconds: number;
      /** Time before it counts; seconds of a first load, since nothing is compiled then. */
      readonly warmUpMs?: number;
    }
  | {
      readonly kind: "crowd";
      readonly url: string;
      readonly couriers: readonly string[];
      readonly watchers: readonly string[];
      readonly seconds: number;
      /** Area in which they ride. */
      readonly box?: Box;
    };

export interface Box {
  readonly west: number;
  readonly south: number;
  /** In degrees. */
  readonly width: number;
  readonly height: number;
}

const ANYWHERE: Box = { west: 10.9, south: 50.2, width: 0.1, height: 0.1 };

export interface LoadFigures {
  readonly calls: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  /** Positions that one watcher heard, and bytes that all watchers did. */
  readonly heard: number;
  readonly heardBytes: number;
  /** How old a position was when that watcher heard it. */
  readonly ageP99: number;
  /** Processor time of the process that makes the load, as a share of one core. */
  readonly loadCores: number;
}

export type Word = { readonly word: "begun" } | { readonly word: "done"; readonly figures: LoadFigures };

const WARM_UP_MS = 3_000;
const agent = new Agent({ keepAlive: true, maxSockets: 400 });
const say = (word: Word) => process.send?.(word);
const rest = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

function send(url: string, { method, path, headers, body }: Call): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const made = request(`${url}${path}`, { agent, method, headers });
    made.once("response", done).once("error", failed);
    made.end(body);
  });
}

const fresh = () => ({ times: [] as number[], failed: 0, heard: 0, heardBytes: 0, ages: [] as number[] });
let seen = fresh();

async function once(url: string, call: Call): Promise<void> {
  const began = performance.now();
  const answer = await send(url, call);
  answer.resume();
  await new Promise((done) => answer.once("end", done));
  if (answer.statusCode === 200) seen.times.push(performance.now() - began);
  else seen.failed += 1;
}

async function repeat(
  { url, call, callers }: Extract<Load, { kind: "repeat" }>,
  isOver: () => boolean,
): Promise<void> {
  const caller = async () => {
    while (!isOver())
      await once(
        url,
        call.method === "GET"
          ? call
          : { ...call, headers: { ...call.headers, "idempotency-key": randomUUID() } },
      );
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Counts what arrives; the first watcher reads it, too. */
async function watch(url: string, token: string, reads: boolean): Promise<void> {
  const own = new Agent();
  const answer = await new Promise<IncomingMessage>((done, failed) => {
    request(`${url}/api/live`, { agent: own, headers: bearer(token) })
      .once("response", done)
      .once("error", failed)
      .end();
  });
  if (answer.statusCode !== 200) throw new Error(`a watcher was answered ${answer.statusCode}`);
  answer.on("data", (chunk: Buffer) => {
    seen.heardBytes += chunk.length;
    if (!reads) return;
    for (const [, at] of chunk.toString().matchAll(/"at":"([^"]+)"/g)) {
      seen.heard += 1;
      seen.ages.push(Date.now() - Date.parse(at ?? ""));
    }
  });
}

async function crowd(
  { url, couriers, watchers, box = ANYWHERE }: Extract<Load, { kind: "crowd" }>,
  isOver: () => boolean,
): Promise<void> {
  const ride = async (token: string, nth: number): Promise<void> => {
    await rest((nth / couriers.length) * 1_000);
    for (let next = performance.now(); !isOver(); next += 1_000) {
      const position = {
        at: new Date().toISOString(),
        point: {
          lon: box.west + Math.random() * box.width,
          lat: box.south + Math.random() * box.height,
        },
        accuracyM: 8,
        speedMps: 4.2,
        headingDeg: 90,
      };
      await once(url, {
        method: "POST",
        path: "/api/courier/positions",
        headers: { ...bearer(token), "content-type": "application/json", "idempotency-key": randomUUID() },
        body: JSON.stringify({ positions: [position] }),
      });
      await rest(Math.max(0, next + 1_000 - performance.now()));
    }
  };
  await Promise.all(watchers.map((token, nth) => watch(url, token, nth === 0)));
  await Promise.all(couriers.map(ride));
}

async function carry(load: Load): Promise<void> {
  let isOver = false;
  const working = load.kind === "repeat" ? repeat(load, () => isOver) : crowd(load, () => isOver);
  working.catch(fail);
  await rest((load.kind === "repeat" && load.warmUpMs) || WARM_UP_MS);
  seen = fresh();
  say({ word: "begun" });
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  await rest(load.seconds * 1_000);
  const { user, system } = process.cpuUsage(cpu);
  const { times, failed, heard, heardBytes, ages } = seen;
  say({
    word: "done",
    figures: {
      calls: times.length,
      failed,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      heard,
      heardBytes,
      ageP99: quantile(ages, 0.99),
      loadCores: (user + system) / 1_000 / (performance.now() - began),
    },
  });
  isOver = true;
  await working;
}

function fail(error: unknown): never {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
}

// One load after the other, until nobody asks for more.
let before = Promise.resolve();
process.on("message", (load: Load) => {
  before = before.then(() => carry(load)).catch(fail);
});
process.once("disconnect", () => process.exit(0));
