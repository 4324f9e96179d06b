import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toIso } from "#kernel/instant.ts";
import { fillDeliveries } from "#test/support/people/many-deliveries.ts";
import { openWorld } from "#test/support/world.ts";
import type { World } from "#test/support/world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld({ runJobs: false });
  const { actor } = await world.person("Kim Kurier", "courier");
  await fillDeliveries(world.db.pool, {
    orgId: world.orgId,
    count: 100,
    now: toIso(world.now),
    courierIds: [actor.courierId ?? ""],
  });
  // A connection without the pool's limits of time: on a slow machine the copies take longer than any call may.
  const client = new pg.Client({ connectionString: world.db.pool.options.connectionString });
  await client.connect();
  await client.query("begin; set local session_replication_role = replica");
  await client.query(COPIES);
  await client.query("commit");
  await client.query("analyze delivery");
  await client.end();
});
afterAll(() => world.close());

/** Each delivery a hundred times, as busy days write them: nothing has tidied the index up yet. */
const COPIES = `
  insert into delivery
  select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'number', d.number || '-' || n,
    'search_doc', 'wb ' || n || ' recipient ' || 100 * n + substr(d.number, 4)::int || ' sender canal street 3'))).*
  from delivery d, generate_series(1, 99) n`;

test("a rare word among thousands of new deliveries is found without reading them all", async () => {
  const client = await world.db.pool.connect();
  try {
    await client.query("begin");
    await client.query("select set_config('app.org', $1, true)", [world.orgId]);
    const { rows } = await client.query("select deliveries_like(array['recipient', '4321'], 501)");
    expect(rows.length).toBeGreaterThan(0);
    const read = await client.query(
      `select seq_tup_read::int as whole, idx_tup_fetch::int as found
       from pg_stat_xact_user_tables where relname = 'delivery'`,
    );
    expect(read.rows[0].whole).toBe(0);
    expect(read.rows[0].found).toBeLessThan(100);
  } finally {
    await client.query("rollback");
    client.release();
  }
});
