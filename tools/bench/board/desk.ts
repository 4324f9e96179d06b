import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { importJWK } from "jose";
import { SIGNING_ALGORITHM, providerKeys } from "#engines/demo-identity/keys.ts";
import { accountsApi } from "#features/accounts/contract/api.ts";
import { courierApi } from "#features/courier/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf, type Board } from "#features/dispatch/contract/board.ts";
import { placesApi } from "#features/places/contract/api.ts";
import { openDb } from "#server/db/db.ts";
import { startTestPostgres } from "#server/db/embedded.ts";
import { portsOfOwn } from "#test/support/processes/free-ports.ts";
import { callWire, startProduct } from "#test/support/processes/product.ts";
import { signed } from "#test/support/sign-in/key-server.ts";
import { tokenOf } from "#test/support/sign-in/sign-in.ts";
import { makeMany, newcomerClaims } from "../bench-server.ts";
import type { Box } from "../load-process.ts";
import { bookDay, planSome } from "./fill.ts";

/** A Waybill as its users start it, its demo with it, and a full board. */
export interface Desk {
  readonly url: string;
  /** The middle of the town, where the work and the couriers are. */
  readonly box: Box;
  /** Of a dispatcher. */
  readonly token: () => Promise<string>;
  /** Tokens of couriers on duty who sign in nowhere else. */
  readonly couriers: readonly string[];
  board(): Promise<Board>;
  /** More couriers come on duty until so many have tokens. */
  crowd(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts it with so many deliveries and couriers; the demo's deliveries come on top. */
export async function openDesk(deliveries: number, couriers: number): Promise<Desk> {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-bench-board-"));
  const postgres = await startTestPostgres();
  const { port, flags } = await portsOfOwn();
  const product = await startProduct(folder, port, [`--database-url=${postgres.url}`, ...flags]);
  const db = openDb({ connectionString: postgres.url });
  const { url } = product;
  const token = tokenOf(url, "bo");
  const tokens: string[] = [];
  const crowd = async (count: number): Promise<void> => {
    tokens.push(...(await enter(url, db.pool, count - tokens.length)));
  };
  const board = async () => boardOf(await callWire(url, dispatchApi.readBoard, {}, { token }));
  const box = await middleOf(url);
  const { rows } = await db.pool.query(
    "select org_id, count(courier_id)::int as n from person group by org_id order by n desc",
  );
  await crowd(couriers - Number(rows[0].n));
  await bookDay({ db, orgId: String(rows[0].org_id), now: Date.now() }, deliveries, box);
  await planSome(db.pool, (await board()).date);
  await predicted({ url, box, couriers: tokens, board });
  return {
    url,
    box,
    token,
    couriers: tokens,
    board,
    crowd,
    async close() {
      await db.close();
      await product.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Lets new couriers in by tokens as the embedded provider signs them, and brings everybody on duty. */
async function enter(
  url: string,
  pool: Parameters<typeof providerKeys>[0],
  count: number,
): Promise<string[]> {
  const config = await fetch(`${url}/config.json`);
  const { issuer }: { issuer: string } = JSON.parse(await config.text());
  const { jwks } = await providerKeys(pool);
  const [jwk = {}] = jwks.keys;
  const key = await importJWK(jwk, SIGNING_ALGORITHM);
  const tokens = await makeMany(count, async () => {
    const token = await signed(newcomerClaims(issuer, "courier"), { typ: "at+jwt", kid: jwk.kid }, key);
    await callWire(url, accountsApi.me, {}, { token });
    return token;
  });
  await pool.query(
    `insert into shift (org_id, id, courier_id, started_at)
     select p.org_id, gen_random_uuid(), p.courier_id, now() - interval '1 minute' from person p
     where p.courier_id is not null and not exists (
       select from shift s where s.org_id = p.org_id and s.courier_id = p.courier_id and s.ended_at is null)`,
  );
  return tokens;
}

const PATIENCE_S = 180;

/** Says once where everybody is, and waits until the stops of their routes are predicted by it. @throws Error if they never are */
async function predicted({ url, box, couriers, board }: Pick<Desk, "url" | "box" | "couriers" | "board">) {
  for (const [n, token] of couriers.entries()) {
    const share = n / couriers.length;
    const point = { lon: box.west + box.width * share, lat: box.south + box.height * share };
    const position = { at: new Date().toISOString(), point, accuracyM: 8, speedMps: 4, headingDeg: 90 };
    await callWire(url, courierApi.sendPositions, { positions: [position] }, { token });
  }
  for (let second = 0; second < PATIENCE_S; second += 1) {
    const known = (await board()).couriers.filter(({ route }) => route.times !== null);
    if (known.length >= couriers.length) return;
    await sleep(1_000);
  }
  throw new Error("the routes were not predicted");
}

/** The middle 60 % of the service area, both ways. */
async function middleOf(url: string): Promise<Box> {
  const { polygon } = await callWire(url, placesApi.readArea, {});
  const [ring = []] = polygon.coordinates;
  const span = (axis: 0 | 1) => {
    const values = ring.map((corner) => corner[axis]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return { from: low + 0.2 * (high - low), length: 0.6 * (high - low) };
  };
  const [x, y] = [span(0), span(1)];
  return { west: x.from, south: y.from, width: x.length, height: y.length };
}
