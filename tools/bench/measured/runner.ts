import { sql } from "kysely";
import { expect, test } from "vitest";
import { checkPayments } from "#features/payments/server/check-payments.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { openShop } from "#test/support/people/booking.ts";
import { paymentDepsOf, held } from "#test/support/paying/paying.ts";
import { openWorld } from "#test/support/world.ts";
import type { World } from "#test/support/world.ts";
import { secondsOf, tellFigure } from "../figure.ts";

const PAYMENTS = 200;
const OUTAGE_MIN = 60;
/** More refusals than any outage here can use up. */
const SILENT = 1_000_000;
/** Longest wait between two tries of one call, and room. */
const MOST_MINUTES = 180;

async function bookings(): Promise<World> {
  const world = await openWorld({ runJobs: false });
  await openShop(world);
  const ada = await world.person("Ada", "sender");
  for (let n = 0; n < PAYMENTS; n += 1) await held(world, ada);
  return world;
}

/** Half of them were handed over, the others cancelled for free. */
const endAll = (world: World) =>
  world.db.owner((tx) =>
    sql`update delivery set state_shown = case when n % 2 = 0 then 'delivered' else 'cancelled' end, cancel_fee_minor =
        case when n % 2 = 0 then null else 0 end
      from (select id as one, row_number() over (order by id) as n from delivery) as numbered where one = id`.execute(
      tx,
    ),
  );

async function restless(world: World): Promise<number> {
  const { rows } = await world.db.pool.query(
    "select count(*)::int as n from payment where state not in ('captured', 'voided')",
  );
  return rows[0].n;
}

test("operations of one runner", async () => {
  const world = await bookings();
  await endAll(world);
  const seconds = await secondsOf(() => checkPayments(paymentDepsOf(world)));
  expect(await restless(world)).toBe(0);
  tellFigure(
    "operations of one runner, captures and releases",
    `${(PAYMENTS / seconds).toFixed(1)} per second`,
  );
  await world.close();
});

test("after an hour without the bank", async () => {
  const world = await bookings();
  const deps = paymentDepsOf(world);
  await endAll(world);
  await world.db.pool.query(
    `insert into sandbox_bank.fault (call, kind, times) values ('*', 'drop_request', ${SILENT})`,
  );
  for (let minute = 0; minute < OUTAGE_MIN; minute += 1) {
    await checkPayments(deps);
    world.now += MINUTE_MS;
  }
  expect(await restless(world)).toBe(PAYMENTS);
  await world.db.pool.query("delete from sandbox_bank.fault");
  let [minutes, busy] = [0, 0];
  while ((await restless(world)) > 0) {
    if (minutes === MOST_MINUTES) throw new Error("they did not come to rest");
    busy += await secondsOf(() => checkPayments(deps));
    world.now += MINUTE_MS;
    minutes += 1;
  }
  tellFigure(
    `${PAYMENTS} operations after an hour's outage, until the last is done, by the waits between tries`,
    `${minutes} min`,
  );
  tellFigure("the same, the runner's own work", `${busy.toFixed(1)} s`);
  await world.close();
});
