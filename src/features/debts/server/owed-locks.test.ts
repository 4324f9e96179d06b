import { sql } from "kysely";
import { expect, test } from "vitest";
import { DAY_MS } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import { good } from "#test/support/people/booking.ts";
import { lockWaited } from "#test/support/database/lock-wait.ts";
import { payByCard } from "#test/support/paying/pay-by-card.ts";
import { paymentDepsOf, held } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { readAndMerge } from "#features/payments/server/merge/read-and-merge.ts";
import { brokenInvariants } from "#features/books/server/invariants.ts";
import { settlePayment } from "#features/payments/server/settle.ts";
import { lockPayment, readPayment } from "#features/payments/server/base/payment-row.ts";
import { lowerOwed } from "./follow-payments.ts";

const { world } = useShop();

test("a debt that falls while its recovery's hold is lost too: neither stands in the other's way, and the next link asks for the rest", async () => {
  const sam = await world.person("Sam", "sender");
  const inOrg = { orgId: world.orgId };
  const one = await held(world, sam);
  const look = async (id: string, db = world.db) => {
    const payment = await world.db.as(inOrg, (tx) => readPayment(tx, id));
    return payment && (await readAndMerge({ ...paymentDepsOf(world), db }, world.orgId, payment)).seen;
  };
  world.now += 8 * DAY_MS;
  expect((await look(one.paymentId))?.state).toBe("expired");
  const { payment } = good(await payByCard(world, sam, one.orderId));
  expect((await look(payment.id))?.state).toBe("authorized");
  world.now += 8 * DAY_MS;
  await world.run(
    sql`update delivery set state_shown = 'cancelled', cancel_fee_minor = 300 where order_id = ${one.orderId}`,
  );
  const tries = { falls: 0, isLost: 0 };
  const counted: Db = {
    ...world.db,
    as: (who, work) =>
      world.db.as(who, (tx) => {
        tries.isLost += 1;
        return work(tx);
      }),
  };
  let losing: ReturnType<typeof look> | undefined;
  await world.db.as(inOrg, async (tx) => {
    tries.falls += 1;
    const lost = await lockPayment(tx, one.paymentId);
    if (!losing) {
      losing = look(payment.id, counted);
      await lockWaited(world.db);
    }
    if (lost) await lowerOwed(tx, world.orgId, lost, world.now);
  });
  expect((await losing)?.state).toBe("expired");
  expect(tries).toEqual({ falls: 1, isLost: 1 });
  const links = await world.run(sql<{ line: string }>`select state || ' ' || amount_minor as line from payment
                            where for_payment_id = ${one.paymentId} order by created_at, id`);
  expect(links.map(({ line }) => line)).toEqual([`expired ${one.minor}`, "created 300"]);
  expect(await world.db.owner((tx) => brokenInvariants(tx, world.now))).toEqual([]);
});

test("a link over less that is paid before the debt was lowered is what was owed: nothing stays open", async () => {
  const sam = await world.person("Sam", "sender");
  const inOrg = { orgId: world.orgId };
  const one = await held(world, sam);
  const look = async (id: string) => {
    const payment = await world.db.as(inOrg, (tx) => readPayment(tx, id));
    return payment && (await readAndMerge(paymentDepsOf(world), world.orgId, payment)).seen;
  };
  world.now += 8 * DAY_MS;
  expect((await look(one.paymentId))?.state).toBe("expired");
  const first = good(await payByCard(world, sam, one.orderId)).payment;
  expect((await look(first.id))?.state).toBe("authorized");
  world.now += 8 * DAY_MS;
  await world.run(
    sql`update delivery set state_shown = 'cancelled', cancel_fee_minor = 300 where order_id = ${one.orderId}`,
  );
  expect((await look(first.id))?.state).toBe("expired");
  const owed = () =>
    world.one(
      sql<{ minor: number }>`select owed_minor::int as minor from payment where id = ${one.paymentId}`,
    );
  expect(await owed()).toEqual({ minor: one.minor });
  const second = good(await payByCard(world, sam, one.orderId)).payment;
  expect(second.amount.minor).toBe(300);
  await look(second.id);
  await settlePayment(paymentDepsOf(world), world.orgId, second.id);
  expect((await look(second.id))?.state).toBe("captured");
  await settlePayment(paymentDepsOf(world), world.orgId, one.paymentId);
  expect(await owed()).toEqual({ minor: 300 });
  expect(await world.db.owner((tx) => brokenInvariants(tx, world.now))).toEqual([]);
});
