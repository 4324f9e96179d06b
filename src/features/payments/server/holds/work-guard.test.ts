import { sql } from "kysely";
import { expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { openPhone } from "#test/support/courier/phone.ts";
import { codeOf, good, head } from "#test/support/people/booking.ts";
import { assign, bare, taskIdOf } from "#test/support/people/crew.ts";
import { payByCard } from "#test/support/paying/pay-by-card.ts";
import { paymentDepsOf, held } from "#test/support/paying/paying.ts";
import { useWorld } from "#test/support/use-world.ts";
import { paymentsApi } from "../../contract/api.ts";
import { findingsApi, type Finding } from "#features/books/contract/findings.ts";
import { checkPayments } from "../check-payments.ts";

const { world, crew, olga } = useWorld({
  crew: true,
  daysApart: 20,
  people: { olga: ["Olga", "org-admin"] },
});

interface Booked {
  readonly orderId: string;
  readonly delivery: Delivery;
  readonly paymentId: string;
}
async function booked(): Promise<Booked> {
  const { orderId, paymentId } = await held(world, crew.sam);
  const { deliveryId } = good(await crew.sam.call(deliveriesApi.readOrder, { id: orderId }));
  return { orderId, delivery: await crew.read(crew.bo, deliveryId ?? ""), paymentId };
}
/** The clock goes on to so long before the hold's end, and everybody looks. */
async function sweepAt(beforeEndMs: number): Promise<void> {
  world.now += 7 * DAY_MS - beforeEndMs;
  await checkPayments(paymentDepsOf(world));
}
const lost = async (): Promise<Booked> => {
  const one = await booked();
  await sweepAt(-MINUTE_MS);
  return one;
};
const findingsOf = async ({ paymentId }: Booked, group: "open" | "all" = "open"): Promise<Finding[]> =>
  good(await olga.call(findingsApi.listFindings, { group, limit: 50 })).items.filter(
    (one) => one.paymentId === paymentId,
  );
const plan = ({ delivery }: Booked, courier = crew.kim, more: object = {}) =>
  crew.bo.call(dispatchApi.editPlan, {
    edit: {
      ...head(world),
      ...more,
      type: "assign",
      date: toIso(world.now).slice(0, 10),
      deliveryIds: [delivery.id],
      courierId: courier.actor.courierId ?? "",
      beforeTaskId: null,
      seen: [],
    },
  });
/** Records a fact with a network, as it happens. */
const record = ({ delivery }: Booked, type: "start" | "succeed", same: object = {}) =>
  crew.step(crew.kim, delivery, "collect", type, { ...(type === "succeed" && bare), ...same });
const release = async (one: Booked): Promise<void> => {
  const stop = (await findingsOf(one)).find(({ kind }) => kind === "work-stopped");
  expect(stop).toMatchObject({ fixes: ["let-through"] });
  const fixed = await olga.call(findingsApi.resolveFinding, { id: stop?.id ?? "", fix: "let-through" });
  expect(good(fixed)).toMatchObject({ resolution: "let-through", resolvedBy: "Olga" });
};

test("a day before a hold ends the office is told once, and told no more when it was taken", async () => {
  const one = await booked();
  await sweepAt(24 * HOUR_MS + 1);
  expect(await findingsOf(one)).toEqual([]);
  world.now += 1;
  await checkPayments(paymentDepsOf(world));
  await checkPayments(paymentDepsOf(world));
  expect(await findingsOf(one, "all")).toMatchObject([
    { kind: "hold-expiring", fixes: [], resolvedAt: null },
  ]);
  const board = boardOf(good(await crew.bo.call(dispatchApi.readBoard, {})));
  expect(board.deliveries.find(({ id }) => id === one.delivery.id)?.money).toBe("hold.expiring");
  expect((await plan(one)).status).toBe(200);
  await world.run(sql`update delivery set state_shown = 'delivered' where id = ${one.delivery.id}`);
  await checkPayments(paymentDepsOf(world));
  await checkPayments(paymentDepsOf(world));
  expect(await findingsOf(one, "all")).toMatchObject([{ kind: "hold-expiring", resolution: "gone" }]);
});

test("a hold that ended is lost within the minute; nobody is sent until somebody lets the work go on", async () => {
  const one = await lost();
  expect((await findingsOf(one)).map(({ kind }) => kind)).toEqual(["work-stopped"]);
  const refused = await plan(one);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: "deliveries.money-unsafe", facts: { number: one.delivery.number }, way: "ask-admin" },
  });
  await release(one);
  await checkPayments(paymentDepsOf(world));
  expect((await findingsOf(one)).map(({ kind }) => kind)).toEqual([]);
  expect((await plan(one)).status).toBe(200);
  expect(good(await record(one, "succeed")).state).toBe("collected");
});

test("work that was let go on in doubt stops again once its money is lost, and not for the same doubt", async () => {
  const one = await booked();
  const write = (facts: ReturnType<typeof sql>) =>
    world.run(sql`update payment set ${facts} where id = ${one.paymentId}`);
  await write(sql`state = 'review', mismatch = true, settled_at = now()`);
  await checkPayments(paymentDepsOf(world));
  expect((await plan(one)).body.code).toBe("deliveries.money-unsafe");
  await release(one);
  await checkPayments(paymentDepsOf(world));
  expect(await findingsOf(one)).toEqual([]);
  expect((await plan(one)).status).toBe(200);
  await write(sql`state = 'expired', mismatch = false, owed_minor = amount_minor`);
  await checkPayments(paymentDepsOf(world));
  expect(codeOf(await record(one, "start"))).toBe("409 deliveries.not-to-collect");
  await release(one);
  good(await record(one, "start"));
});

test("while the bank does not say what became of a hold that ended, nobody is sent", async () => {
  const one = await booked();
  world.now += 7 * DAY_MS + MINUTE_MS;
  expect((await plan(one)).body.code).toBe("deliveries.money-unsafe");
});

test("what is paid anew goes on by itself", async () => {
  const one = await lost();
  good(await payByCard(world, crew.sam, one.orderId));
  good(await crew.sam.call(paymentsApi.checkPayment, { id: one.orderId }));
  await checkPayments(paymentDepsOf(world));
  await checkPayments(paymentDepsOf(world));
  expect(await findingsOf(one)).toEqual([]);
  expect((await plan(one)).status).toBe(200);
});

test("a courier with a network is told not to collect; what a phone kept has happened, and is looked into", async () => {
  const one = await booked();
  await assign(world, crew.bo, one.delivery, crew.kim);
  await sweepAt(-MINUTE_MS);
  for (const type of ["start", "succeed"] as const)
    expect(await record(one, type)).toMatchObject({
      status: 409,
      body: { code: "deliveries.not-to-collect", facts: { number: one.delivery.number } },
    });
  const phone = openPhone(world, crew.kim);
  phone.tap("succeed", phone.ended(one.delivery, "collect"));
  expect(good(await phone.send()).results).toMatchObject([{ verdict: "accepted" }]);
  // Its answer was lost: sent again, it is the same fact.
  expect(good(await phone.sendAgain()).results).toMatchObject([{ verdict: "accepted" }]);
  const { state, timeline } = await crew.read(crew.bo, one.delivery.id);
  expect(state).toBe("collected");
  expect(timeline.at(-1)?.data).toMatchObject({ moneyStop: true });
  await checkPayments(paymentDepsOf(world));
  expect(await findingsOf(one)).toMatchObject([{ kind: "taken-along-unpaid", fixes: ["note"] }]);
  // The parcels are with us: a change of courier does not depend on the money.
  const handOver = [{ deliveryId: one.delivery.id, note: "At the bridge." }];
  expect((await plan(one, crew.lee, { handOver })).status).toBe(200);
});

test("a pick-up that was pressed minutes ago waited for a network: it has happened", async () => {
  const one = await booked();
  await assign(world, crew.bo, one.delivery, crew.kim);
  await sweepAt(-MINUTE_MS);
  const pressed = { ...head(world), taskId: taskIdOf(one.delivery, "collect") };
  world.now += 3 * MINUTE_MS;
  const told = await crew.kim.call(deliveriesApi.performTask, {
    id: one.delivery.id,
    command: { ...pressed, offline: false, type: "succeed", ...bare },
  });
  expect(good(told).state).toBe("collected");
  expect((await findingsOf(one)).map(({ kind }) => kind)).toContain("taken-along-unpaid");
});

test("what was collected in time is replayed, however the money went since", async () => {
  const one = await booked();
  await assign(world, crew.bo, one.delivery, crew.kim);
  const same = head(world);
  const { version } = good(await record(one, "start", same));
  await sweepAt(-MINUTE_MS);
  expect(good(await record(one, "start", same)).version).toBe(version);
});

test("dispatch says what happened for a courier, also where the money is not safe", async () => {
  const one = await lost();
  await assign(world, crew.bo, one.delivery, crew.kim);
  const told = await crew.step(crew.bo, one.delivery, "collect", "succeed", bare);
  expect(good(told).state).toBe("collected");
  expect((await findingsOf(one)).map(({ kind }) => kind)).toContain("taken-along-unpaid");
  expect((await crew.step(crew.kim, (await lost()).delivery, "collect", "start")).status).toBe(404);
});
