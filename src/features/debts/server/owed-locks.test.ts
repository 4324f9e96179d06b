import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "#server/db/db.ts";
import { good } from "#test/support/people/booking.ts";
import { lockWaited } from "#test/support/database/lock-wait.ts";
import { look, lostTwice } from "#test/support/paying/lost-hold.ts";
import { expectBooks } from "#test/support/paying/money-at-rest.ts";
import { payByCard } from "#test/support/paying/pay-by-card.ts";
import { paymentDepsOf } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { settlePayment } from "#features/payments/server/settle.ts";
import { lockPayment } from "#features/payments/server/base/payment-row.ts";
import { lowerOwed } from "./follow-payments.ts";

const { world, sam } = useShop();

test("a debt that falls while its recovery's hold is lost too: neither stands in the other's way, and the next link asks for the rest", async () => {
  const { one, again } = await lostTwice(world, sam);
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
  await world.db.as({ orgId: world.orgId }, async (tx) => {
    tries.falls += 1;
    const lost = await lockPayment(tx, one.paymentId);
    if (!losing) {
      losing = look(world, again, counted);
      await lockWaited(world.db);
    }
    if (lost) await lowerOwed(tx, world.orgId, lost, world.now);
  });
  expect((await losing)?.state).toBe("expired");
  expect(tries).toEqual({ falls: 1, isLost: 1 });
  const links = await world.run(sql<{ line: string }>`select state || ' ' || amount_minor as line from payment
                            where for_payment_id = ${one.paymentId} order by created_at, id`);
  expect(links.map(({ line }) => line)).toEqual([`expired ${one.minor}`, "created 300"]);
  await expectBooks(world);
});

test("a debt that is lowered late has a link over less at once, and what pays that link first pays all", async () => {
  const { one, again } = await lostTwice(world, sam);
  expect((await look(world, again))?.state).toBe("expired");
  const { payment } = good(await payByCard(world, sam, one.orderId));
  expect(payment.amount.minor).toBe(300);
  await look(world, payment.id);
  for (const id of [payment.id, one.paymentId]) await settlePayment(paymentDepsOf(world), world.orgId, id);
  expect((await look(world, payment.id))?.state).toBe("captured");
  const owed = sql<{
    minor: number;
  }>`select owed_minor::int as minor from payment where id = ${one.paymentId}`;
  expect(await world.one(owed)).toEqual({ minor: 300 });
  await expectBooks(world);
});
