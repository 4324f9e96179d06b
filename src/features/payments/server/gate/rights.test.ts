import { afterAll, beforeAll, expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { good, openShop, order } from "#test/support/people/booking.ts";
import { openStripeFacade, FACADE_KEY, type StripeFacade } from "#test/support/stripe/facade.ts";
import { WEDNESDAY_TEN, openWorld, type Caller, type World } from "#test/support/world.ts";
import { paymentsApi } from "../../contract/api.ts";
import { findingsApi } from "#features/books/contract/findings.ts";
import { stripeProvider } from "#engines/stripe/provider.ts";
import { catchUp } from "#features/books/server/lists/catch-up.ts";
import type { PaymentDeps } from "../base/payment-deps.ts";
import { checkPayments } from "../check-payments.ts";
import { guarded } from "./guard.ts";

let world: World;
let facade: StripeFacade;
let deps: PaymentDeps;
let sam: Caller;
let olga: Caller;
beforeAll(async () => {
  facade = await openStripeFacade(() => world?.now ?? WEDNESDAY_TEN);
  const payment = {
    kind: "stripe",
    secretKey: FACADE_KEY,
    publishableKey: "pk_test_facade",
    webhookSecrets: [],
    apiBase: facade.url,
    scriptUrl: `${facade.url}/endive/stripe.js`,
  } as const;
  world = await openWorld({ runJobs: false, payment });
  await openShop(world);
  sam = await world.person("Sam", "sender");
  olga = await world.person("Olga", "org-admin");
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const parts = { db: world.db, orgId: world.orgId, clock: () => world.now, log };
  const provider = guarded(stripeProvider({ ...payment, instance: world.orgId }), parts);
  deps = { ...parts, provider, instance: world.orgId };
});
afterAll(async () => {
  await world.close();
  await facade.close();
});

/** Books, and pays on the card form. */
async function paid(): Promise<string> {
  const placed = await order(world, sam);
  await payOnForm(placed.id);
  return placed.id;
}
async function payOnForm(id: string): Promise<void> {
  const { clientSecret } = good(await sam.call(paymentsApi.openPayment, { id }));
  const card = { number: "4242424242424242", month: 12, year: 2030, cvc: "123" };
  await facade.bank.confirm(clientSecret.split("_secret_")[0] ?? "", clientSecret, card);
  expect(good(await sam.call(paymentsApi.checkPayment, { id })).state).toBe("authorized");
}
const health = async () => good(await olga.call(findingsApi.readMoneyHealth, {}));
const listedAt = async () => (await health()).passes.find(({ name }) => name === "events")?.okAt;
async function listed(): Promise<void> {
  world.now += 5 * MINUTE_MS;
  await catchUp(deps, world.orgId);
}

test("a key that may not read events stops no payment; only the list of news is not read, and is said not to be", async () => {
  await paid();
  await listed();
  const before = await listedAt();
  expect(before).toEqual(expect.any(String));
  await facade.plan("events", "forbidden", 2);
  await listed();
  expect((await health()).halt).toBeNull();
  await paid();
  await listed();
  expect((await health()).halt).toBeNull();
  expect(await listedAt()).toBe(before);
  await paid();
  // Granted meanwhile: nobody has to open anything.
  await listed();
  expect(await listedAt()).not.toBe(before);
});

test("a call that the key may not make waits by itself, and is made once it may", async () => {
  const placed = await order(world, sam);
  await facade.plan("open", "forbidden");
  const refused = await sam.call(paymentsApi.openPayment, { id: placed.id });
  expect(refused.body.code).toBe("payments.misconfigured");
  expect((await health()).halt).toBeNull();
  await paid();
  world.now += 5 * MINUTE_MS;
  await checkPayments(deps);
  await payOnForm(placed.id);
});

test("a key that is refused altogether still stops everything", async () => {
  await facade.plan("events", "bad_key");
  await listed();
  expect((await health()).halt).toMatchObject({ why: "refused", code: "invalid_api_key" });
});
