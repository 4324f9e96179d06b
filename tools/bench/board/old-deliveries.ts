import { readFileSync, readdirSync } from "node:fs";
import type { Pool } from "pg";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { openShop } from "#test/support/people/booking.ts";
import { PER_DAY, fillDeliveries } from "#test/support/people/many-deliveries.ts";
import { callWire } from "#test/support/processes/product.ts";
import { type BenchServer, makeMany, openBenchServer } from "../bench-server.ts";
import { quantile } from "../load.ts";
import { type LoadMaker, openLoadMaker } from "../under-load.ts";
import { planSome } from "./fill.ts";

/** How much there is, and how long it is measured. */
export interface OldEffort {
  readonly few: number;
  readonly many: number;
  readonly couriers: number;
  readonly rounds: number;
  /** Of each of both in each round. */
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

export const OLD_WHOLE: OldEffort = {
  few: 1_000,
  many: 100_000,
  couriers: 40,
  rounds: 15,
  seconds: 1,
  warmUpSeconds: 5,
};
export const OLD_SMOKE: OldEffort = {
  few: 20,
  many: 60,
  couriers: 2,
  rounds: 1,
  seconds: 0.3,
  warmUpSeconds: 0.1,
};

/** Board's endpoint with many ended deliveries beside it with few, in the same moments: medians of the rounds. */
export interface OldFigures extends Pick<OldEffort, "few" | "many"> {
  readonly wall: number;
  /** Processor time of the server's process and of its database's. */
  readonly cpu: number;
  /** With many, in ms. */
  readonly wallMs: number;
  readonly cpuMs: number;
}

/**
 * Reads a board of one day from two databases that differ in the deliveries that ended before: one caller, one call after the
 * other, the two in turns.
 */
export async function benchOld(effort: OldEffort = OLD_WHOLE): Promise<OldFigures> {
  const { few, many, rounds, warmUpSeconds } = effort;
  const maker = openLoadMaker();
  const shops = [await openOld(few, effort), await openOld(many, effort)] as const;
  try {
    for (const shop of shops) await timeOf(shop, maker, effort.seconds, warmUpSeconds * 1_000);
    const pairs: (readonly [Cost, Cost])[] = [];
    for (let round = 0; round < rounds; round += 1)
      pairs.push([
        await timeOf(shops[0], maker, effort.seconds),
        await timeOf(shops[1], maker, effort.seconds),
      ]);
    const median = (of: (few: Cost, many: Cost) => number) =>
      quantile(
        pairs.map(([few, many]) => of(few, many)),
        0.5,
      );
    return {
      few,
      many,
      wall: median((few, many) => many.wallMs / few.wallMs),
      cpu: median((few, many) => many.cpuMs / few.cpuMs),
      wallMs: median((_, many) => many.wallMs),
      cpuMs: median((_, many) => many.cpuMs),
    };
  } finally {
    maker.close();
    for (const { server } of shops) await server.close();
  }
}

interface Shop {
  readonly server: BenchServer;
  readonly token: string;
  /** Process of its database that starts all others. */
  readonly postmaster: number;
}

async function openOld(old: number, { couriers }: OldEffort): Promise<Shop> {
  const server = await openBenchServer();
  const { db, orgId, url } = server;
  await openShop({ db, orgId, now: Date.now() });
  const token = await server.person("dispatcher");
  await makeMany(couriers, () => server.person("courier"));
  const { rows } = await db.pool.query("select courier_id from person where courier_id is not null");
  await fillDeliveries(db.pool, {
    orgId,
    count: PER_DAY + old,
    now: new Date().toISOString(),
    courierIds: rows.map(({ courier_id }) => String(courier_id)),
  });
  const { date } = await callWire(url, dispatchApi.readBoard, {}, { token });
  await planSome(db.pool, date);
  return { server, token, postmaster: await postmasterOf(db.pool) };
}

/** One call, in ms. */
interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

const LEAD_IN_MS = 100;

async function timeOf(
  { server, token, postmaster }: Shop,
  maker: LoadMaker,
  seconds: number,
  warmUpMs = LEAD_IN_MS,
): Promise<Cost> {
  const call = {
    method: "GET",
    path: dispatchApi.readBoard.path,
    headers: { authorization: `Bearer ${token}` },
  } as const;
  const [before, began] = [databaseMs(postmaster), performance.now()];
  const loaded = await maker.under({ kind: "repeat", url: server.url, call, callers: 1, seconds, warmUpMs });
  const [used, passed] = [databaseMs(postmaster) - before, performance.now() - began];
  if (loaded.failed > 0 || loaded.calls === 0) throw new Error(`${loaded.failed} readings of a board failed`);
  // The database is watched a little longer than calls are counted, and works as fast all the time.
  const ofDatabase = (used * ((seconds * 1_000) / passed)) / loaded.calls;
  return { wallMs: loaded.p50, cpuMs: loaded.cpuMs + ofDatabase };
}

async function postmasterOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query("select pg_read_file('postmaster.pid') as text");
  return Number.parseInt(String(rows[0].text), 10);
}

/** A tick of the kernel's clock of processes. */
const TICK_MS = 10;

/** Processor time of a process and of those that it started, in ms; 0 where the system does not tell (other than Linux). */
function databaseMs(postmaster: number): number {
  if (process.platform !== "linux") return 0;
  const ticks = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
    .map(({ ticks }) => ticks);
  return TICK_MS * ticks.reduce((sum, one) => sum + one, 0);
}

function statOf(name: string): { pid: number; parent: number; ticks: number } {
  try {
    const text = readFileSync(`/proc/${name}/stat`, "utf8");
    // A program's name may hold blanks: fields are counted from the bracket behind it.
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0] = fields.slice(11, 13);
    return { pid: Number(name), parent, ticks: user + system };
  } catch {
    return { pid: 0, parent: 0, ticks: 0 };
  }
}
