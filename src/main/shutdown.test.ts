import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { SETTLE_JOB } from "#features/payments/server/merge/merge-snapshot.ts";
import { addJob } from "#server/jobs/jobs.ts";
import { held, openCounter } from "#test/support/paying/paying.ts";
import { openWorld } from "#test/support/world.ts";

test("stopping ends live streams, finishes what is under way and takes less than ten seconds", async () => {
  const world = await openWorld();
  for (const name of ["Bo Board", "Greta", "Ines", "Jan"]) await world.person(name, "dispatcher");
  const address = await world.server.listen("127.0.0.1", 0);
  const headers = { authorization: "Bearer Bo Board" };
  const streams = await Promise.all(
    Array.from({ length: 20 }, (_, nth) =>
      fetch(`${address}/api/live`, {
        headers: { authorization: `Bearer ${["Bo Board", "Greta", "Ines", "Jan"][nth % 4]}` },
      }),
    ),
  );
  expect(world.server.liveReaders()).toBe(20);
  // Under way once the server has seen it: a connection that is still being made is refused, and may be.
  const board = fetch(`${address}/api/board`, { headers });
  await once(world.server.app.server, "request");
  const began = Date.now();
  const closing = world.close();
  const ends = await Promise.all(streams.map((stream) => stream.text()));
  await closing;
  // A process that takes longer ends all the same, with what is under way.
  expect(Date.now() - began).toBeLessThan(10_000);
  expect(ends.every((text) => text.includes("live.hello"))).toBe(true);
  expect((await board).status).toBeLessThan(500);
});

test("a job under way still reaches the sandbox bank, and its operation is done when the server has stopped", async () => {
  const { world, sam } = await openCounter({ runJobs: "queued", sandbox: {} });
  const { orderId, paymentId } = await held(world, sam);
  await world.settled();
  const other = await world.db.pool.connect();
  await other.query("begin");
  await other.query("select 1 from payment where id = $1 for update", [paymentId]);
  await world.db.owner(async (tx) => {
    await sql`update delivery set state_shown = 'delivered' where order_id = ${orderId}`.execute(tx);
    await addJob(tx, SETTLE_JOB, { orgId: world.orgId, paymentId });
  });
  // The job is taken and waits for the payment's row; another one may wait for it too.
  const isUnderWay = async () =>
    (
      await world.db.pool.query(
        `select exists (select from graphile_worker._private_jobs j
           join graphile_worker._private_tasks t on t.id = j.task_id
           where t.identifier = $1 and j.locked_at is not null)
         and exists (select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock') as yes`,
        [SETTLE_JOB],
      )
    ).rows[0].yes;
  await expect.poll(isUnderWay, { timeout: 5_000 }).toBe(true);
  const closing = world.server.close();
  await sleep(300);
  await other.query("commit");
  other.release();
  await closing;
  const { rows } = await world.db.pool.query("select state from payment_op where kind = 'capture'");
  expect(rows).toEqual([{ state: "done" }]);
  await world.close();
});
