import { randomUUID } from "node:crypto";
import type pg from "pg";
import { startTestPostgres } from "#server/db/embedded.ts";
import { openDb } from "#server/db/db.ts";
import { migrate } from "#server/db/migrate.ts";
import { prepareJobs } from "#server/jobs/jobs.ts";
import { createServer } from "#main/server.ts";
import { quantile } from "./load.ts";

const QUERIES: readonly [string, string][] = [
  ["first page", "/api/deliveries"],
  ["by state", "/api/deliveries?states=delivered,returned"],
  ["search by name", "/api/deliveries?search=recipient%201234"],
  ["by window, ascending", "/api/deliveries?sort=window&order=asc"],
];

export interface RowFigures {
  readonly query: string;
  readonly few: number;
  readonly many: number;
}

/** Lists and filters on 100 and on many deliveries, in process; times are medians of the rounds in milliseconds. */
export async function benchRows(most: number, rounds: number): Promise<RowFigures[]> {
  const postgres = await startTestPostgres();
  const db = openDb({ connectionString: postgres.url });
  await migrate({ connectionString: postgres.url }, "db/migrations");
  await prepareJobs(db.pool);
  const orgId = randomUUID();
  const now = Date.now();
  await db.pool.query(
    "insert into organization (id, kind, name, currency, timezone, created_at) values ($1, 'carrier', 'Bench', 'EUR', 'Europe/Berlin', now())",
    [orgId],
  );
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const server = await createServer({
    db,
    orgId,
    dataFolder: "/tmp",
    publicUrl: "http://localhost",
    issuerOrigin: undefined,
    clock: () => now,
    log: quiet,
    trustProxy: [],
    limitFactor: 0,
    runJobs: false,
    plantRoutes: [],
    sessionEnds: { isEnded: () => false, onEnded: () => undefined, close: () => Promise.resolve() },
    actorOf: () => Promise.resolve({ kind: "person", orgId, userId: randomUUID(), roles: ["dispatcher"] }),
  });
  const measure = async (): Promise<number[]> => {
    const medians: number[] = [];
    for (const [, url] of QUERIES) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const began = performance.now();
        const answer = await server.app.inject({ url });
        if (answer.statusCode !== 200) throw new Error(answer.body);
        times.push(performance.now() - began);
      }
      medians.push(quantile(times, 0.5));
    }
    return medians;
  };
  await fill(db.pool, orgId, 1, 100);
  const few = await measure();
  await fill(db.pool, orgId, 101, most);
  await db.pool.query("analyze");
  const many = await measure();
  await server.close();
  await db.close();
  await postgres.stop();
  return QUERIES.map(([query], index) => ({
    query,
    few: few[index] ?? Number.NaN,
    many: many[index] ?? Number.NaN,
  }));
}

/** Rows of one statement: a busy machine needs longer for all of them than a statement may take. */
const STEP = 1_000;

/** Rows as the rooms would write them, made by the database itself. */
async function fill(pool: pg.Pool, orgId: string, from: number, to: number): Promise<void> {
  await pool.query("set session_replication_role = replica; select 1");
  for (let at = from; at <= to; at += STEP)
    await pool.query({
      text: FILL.replaceAll("$ORG", `'${orgId}'`)
        .replaceAll("$FROM", String(at))
        .replaceAll("$TO", String(Math.min(to, at + STEP - 1))),
    });
}

const FILL = `
  with address as (select '{"label":"Kanalstraße 3","street":"Kanalstraße","houseNumber":"3","postcode":"12345","city":"Town","detail":null,"point":{"lon":10.9,"lat":50.2},"precision":"rooftop","pinConfirmed":true}'::jsonb as a),
  price as (select '{"lines":[],"subtotal":{"minor":900,"currency":"EUR"},"taxes":[],"total":{"minor":1071,"currency":"EUR"},"base":{"minor":900,"currency":"EUR"},"priceListVersion":1}'::jsonb as p),
  n as (select n, gen_random_uuid() as id from generate_series($FROM, $TO) n)
  insert into delivery (org_id, id, number, order_id, sender, recipient, pickup, dropoff, parcels, service_level, window_start,
    window_end, pickup_start, pickup_end, distance_m, distance_source, price, total_minor, currency, custody,
    undeliverable_action, max_attempts, state_shown, search_doc, created_at, version)
  select $ORG, n.id, 'WB-' || lpad(n::text, 8, '0'), n.id,
    '{"name":"Sender","phone":"+4930123456","email":null,"note":""}',
    jsonb_build_object('name', 'Recipient ' || n, 'phone', '+4930123456', 'email', null, 'note', ''),
    a, a, '[{"size":"small","massG":900,"contents":"","fragile":false}]', 'same_day',
    now() + n * interval '1 minute', now() + n * interval '1 minute' + interval '2 hours', now(), now() + interval '1 hour',
    1500, 'estimated', p, 1071, 'EUR', 'sender', 'return_to_sender', 2,
    (array['created','assigned','delivered','returned','cancelled'])[1 + n % 5],
    'wb-' || n || ' recipient ' || n || ' sender kanalstraße 3', now() - n * interval '1 minute', 1
  from n, address, price`;
