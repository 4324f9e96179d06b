import { sql } from "kysely";
import { expect, test } from "vitest";
import { moneyApi } from "#features/books/contract/money.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { openPhone } from "#test/support/courier/phone.ts";
import { good, order } from "#test/support/people/booking.ts";
import { taskIdOf } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";

const { world, crew, ada } = useWorld({
  runJobs: true,
  payment: "none",
  payWays: ["cash-delivery"],
  crew: true,
  people: { ada: ["Ada", "org-admin"] },
});

/** A delivery of Kim that is paid in cash at its end, and Kim's phone. */
async function toPay() {
  world.now += MINUTE_MS;
  const { id: orderId, total } = await order(world, crew.sam);
  good(await crew.sam.call(receivablesApi.chooseWay, { id: orderId, way: "cash-delivery" }));
  const { deliveryId } = good(await crew.sam.call(deliveriesApi.readOrder, { id: orderId }));
  const delivery = await crew.read(crew.sam, deliveryId ?? "");
  await crew.give(delivery, crew.kim);
  const body = { deliveryId: delivery.id, taskId: taskIdOf(delivery, "deliver"), amount: total };
  return { orderId, delivery, total, body, phone: openPhone(world, crew.kim) };
}
const duesOf = async (orderId: string) =>
  good(await crew.sam.call(receivablesApi.readReceivables, { id: orderId })).items.map(
    ({ state, owed }) => [state, owed] as const,
  );
const received = async () =>
  good(await ada.call(moneyApi.readMoney, {})).accounts.find(({ account }) => account === "received")?.balance
    .minor ?? 0;
const opened = ({ id }: { readonly id: string }) =>
  world.run(
    sql<{ kind: string; facts: object }>`select kind, facts from exception where delivery_id = ${id}`,
  );

test("cash that a phone kept for hours is received once, however often it is sent", async () => {
  const { orderId, delivery, total, body, phone } = await toPay();
  const before = await received();
  phone.tap("cash", body);
  world.now += 5 * HOUR_MS;
  expect(good(await phone.send()).results).toMatchObject([{ verdict: "accepted" }]);
  expect(good(await phone.sendAgain()).results).toMatchObject([{ verdict: "accepted" }]);
  expect(await duesOf(orderId)).toEqual([["received", total]]);
  expect((await received()) - before).toBe(total.minor);
  expect(await opened(delivery)).toEqual([]);
});

test.each([
  ["another amount", "payments.due-changed", -1],
  ["a second phone", "payments.already-received", 0],
])("cash of %s is refused, and a person sees it", async (_name, code, by) => {
  const { delivery, total, body, phone } = await toPay();
  if (by === 0) {
    phone.tap("cash", body);
    good(await phone.send());
  }
  const before = await received();
  const second = openPhone(world, crew.kim);
  second.tap("cash", { ...body, amount: { ...total, minor: total.minor + by } });
  expect(good(await second.send()).results).toMatchObject([{ verdict: "refused", code }]);
  expect(await received()).toBe(before);
  expect(await opened(delivery)).toMatchObject([{ kind: "command_refused", facts: { code, type: "cash" } }]);
});
