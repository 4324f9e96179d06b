import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import { openDatabaseClock, type DatabaseClock } from "#server/db/database-clock.ts";
import { first, rows } from "#server/db/db.ts";
import { good, order, codeOf } from "#test/support/people/booking.ts";
import { confirmAt, paymentDepsOf, held, planFault } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { paymentsApi } from "../../contract/api.ts";
import { finish, lockOperation, operationOf, type Operation } from "../base/operation.ts";
import { mayRenew, runOperation } from "./run-operation.ts";
import { settlePayment } from "../settle.ts";
import { checkPayments } from "../check-payments.ts";

const { world, sam } = useShop();
let clock: DatabaseClock;
beforeAll(async () => void (clock = await openDatabaseClock(world.db.pool)));
afterAll(() => clock.close());
afterEach(() => vi.useRealTimers());

const inOrg = <T>(work: Parameters<typeof world.db.as<T>>[1]) => world.db.as({ orgId: world.orgId }, work);

/** A delivered order whose capture got no answer. */
async function unanswered(deps = paymentDepsOf(world)): Promise<{ paymentId: string; op: Operation }> {
  const { orderId, paymentId } = await held(world, sam);
  await world.run(sql`update delivery set state_shown = 'delivered' where order_id = ${orderId}`);
  await planFault(world, "capture", "drop_request");
  await settlePayment(deps, world.orgId, paymentId);
  return { paymentId, op: await captureOf(paymentId) };
}

async function captureOf(paymentId: string): Promise<Operation> {
  const op = await inOrg((tx) => operationOf(tx, `settle:${paymentId}`));
  if (!op) throw new Error("nothing was decided");
  return op;
}

test("an operation that ended while a late packet was waited for stays ended", async () => {
  const { op } = await unanswered();
  await inOrg(async (tx) => {
    const locked = await lockOperation(tx, op.id);
    if (locked) await finish({ tx, now: world.now }, locked, "done", { kind: "ok" });
  });
  const ended = await captureOf(op.paymentId);
  await mayRenew(paymentDepsOf(world), world.orgId, op);
  expect(await captureOf(op.paymentId)).toEqual(ended);
});

test("an operation that was given a new key meanwhile keeps it, and its time", async () => {
  const { op } = await unanswered();
  world.now += HOUR_MS;
  expect(await mayRenew(paymentDepsOf(world), world.orgId, op)).toBe(true);
  const renewed = await captureOf(op.paymentId);
  expect(renewed.attempt).toBe(2);
  world.now -= HOUR_MS - MINUTE_MS;
  expect(await mayRenew(paymentDepsOf(world), world.orgId, op)).toBe(true);
  expect(await captureOf(op.paymentId)).toEqual(renewed);
});

test.each([
  { kind: "unknown", reason: "late", stored: true } as const,
  { kind: "rejected", code: "idempotency_error" } as const,
])("a late $kind under a key that was renewed meanwhile says nothing of the new key", async (answer) => {
  const { op } = await unanswered();
  let say = (_late: typeof answer): void => undefined;
  let begun = (): void => undefined;
  const asked = new Promise<void>((resolve) => (begun = resolve));
  const calm = paymentDepsOf(world);
  const capture: typeof calm.provider.capture = () => {
    begun();
    return new Promise((resolve) => (say = resolve));
  };
  const deps = { ...calm, provider: { ...calm.provider, capture } };
  const late = runOperation(deps, world.orgId, op.id);
  await asked;
  world.now += HOUR_MS;
  expect(await mayRenew(deps, world.orgId, op)).toBe(true);
  const renewed = await captureOf(op.paymentId);
  say(answer);
  await late;
  expect(renewed).toMatchObject({ attempt: 2, outcome: null });
  expect(await captureOf(op.paymentId)).toEqual(renewed);
});

/** A process of Waybill on a machine whose own clock is wrong. */
function onMachine(wrongByMs: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + wrongByMs });
  return { ...paymentDepsOf(world), clock: clock.now };
}

const lease = (op: Operation, ends: string) =>
  world.run(sql`update payment_op set next_at = clock_timestamp() + ${ends}::interval where id = ${op.id}`);

test.each([
  ["ahead, then by one hours behind", 5 * HOUR_MS, -5 * HOUR_MS],
  ["behind, then by one hours ahead", -5 * HOUR_MS, 5 * HOUR_MS],
])(
  "sent by a process whose machine's clock is hours %s: once within the lease, again after it",
  async (_, own, second) => {
    const { op, paymentId } = await unanswered(onMachine(own));
    expect(op).toMatchObject({ state: "sent", sends: 1 });
    await lease(op, "1 hour");
    for (const wrongBy of [second, own]) await checkPayments(onMachine(wrongBy));
    expect(await captureOf(paymentId)).toMatchObject({ state: "sent", sends: 1 });
    await lease(op, "-1 second");
    await checkPayments(onMachine(second));
    expect(await captureOf(paymentId)).toMatchObject({ state: "done", sends: 2, attempt: 1 });
    expect(await takenOf(paymentId)).toBe("captured");
  },
);

const takenOf = async (paymentId: string): Promise<string | undefined> =>
  (await inOrg((tx) => first(tx, sql<{ state: string }>`select state from payment where id = ${paymentId}`)))
    ?.state;

test.each(["error_before", "key_reused"])(
  "%s at opening keeps nobody from paying: the next press has a card form, with one intent",
  async (kind) => {
    const { id, total } = await order(world, sam);
    await planFault(world, "open", kind);
    const press = () => sam.call(paymentsApi.openPayment, { id });
    expect(codeOf(await press())).toBe("503 payments.provider-silent");
    world.now += SECOND_MS;
    const { clientSecret, payment } = good(await press());
    expect(await confirmAt(world, clientSecret)).toBe(200);
    expect(good(await sam.call(paymentsApi.checkPayment, { id })).state).toBe("authorized");
    expect(await inOrg((tx) => operationOf(tx, `open:${payment.id}`))).toMatchObject({
      state: "done",
      attempt: 2,
      sends: 2,
    });
    const held = sql`select from sandbox_bank.intent where payment_id = ${payment.id} and held_minor = ${total.minor}`;
    expect(await world.db.owner((tx) => rows(tx, held))).toHaveLength(1);
  },
);
