import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { newId } from "#server/ids.ts";
import { good } from "#test/support/booking.ts";
import { valueOf } from "#test/support/provider-contract/stages.ts";
import { bankOf, deskOf, held, openCounter, planFault, refOf, taken } from "#test/support/paying.ts";
import { FACADE_KEY, openStripeFacade } from "#test/support/stripe/facade.ts";
import { WEDNESDAY_TEN } from "#test/support/world.ts";
import type { Caller, World } from "#test/support/world.ts";
import { findingsApi } from "../../contract/findings.ts";
import { traceApi } from "../../contract/trace.ts";
import { stripeProvider } from "../gateway-stripe.ts";
import type { Desk } from "../run-operation.ts";
import { compareMade } from "./made.ts";

const CARD = { number: "4242424242424242", month: 12, year: 2030, cvc: "123" };
let world: World;
let sam: Caller;
let ada: Caller;
beforeAll(async () => {
  ({ world, sam, ada } = await openCounter());
});
afterAll(() => world.close());
/** Each on a Wednesday morning of its own. */
let weeks = 0;
beforeEach(() => {
  weeks += 1;
  world.now = WEDNESDAY_TEN + weeks * 7 * DAY_MS;
});

const pass = async (desk: Desk = deskOf(world)): Promise<void> => {
  world.now += 2 * HOUR_MS;
  await compareMade(desk, world.orgId);
};
const open = async () => good(await ada.call(findingsApi.listFindings, { group: "open", limit: 50 })).items;
const trace = async (id: string) => good(await ada.call(traceApi.readTrace, { id }));
const statusOf = async (ref: string) => valueOf(await deskOf(world).provider.getIntent(ref)).snapshot.status;
/** An intent at the bank with our mark, as a lost row would leave it. */
async function lone(paymentId: string, isHeld: boolean): Promise<string> {
  const key = `lone:${newId(world.now)}`;
  const opened = valueOf(
    await deskOf(world).provider.openIntent({ key, paymentId, amount: money(1190, "EUR") }),
  );
  if (isHeld) await bankOf(world).confirm(opened.snapshot.ref, opened.clientSecret, CARD);
  return opened.snapshot.ref;
}

test("a refund at the bank's own desk and a dispute are in our books though neither webhook nor event told", async () => {
  const [refunded, disputed] = [await taken(world, sam), await taken(world, sam, "4000000000000259")];
  const ref = await refOf(world, refunded);
  await bankOf(world).refund("at the desk", { id: ref, amountMinor: 300, mark: "somebody" });
  await world.db.owner((tx) => sql`delete from sandbox_bank.event`.execute(tx));
  await pass();
  expect((await trace(refunded.paymentId)).refunds).toMatchObject([
    { reason: "elsewhere", amount: { minor: 300 } },
  ]);
  expect((await trace(disputed.paymentId)).disputes).toHaveLength(1);
  expect((await open()).filter(({ kind }) => kind === "missing" || kind === "unknown-intent")).toEqual([]);
});

test("an intent whose payment forgot it is taken over; one of a payment that has another one is one too many", async () => {
  const one = await held(world, sam);
  const ref = await refOf(world, one);
  await world.db.owner(async (tx) => {
    await sql`update payment set provider_ref = null where id = ${one.paymentId}`.execute(tx);
  });
  const [unpaid, second] = [await lone(one.paymentId, false), await lone(newId(world.now), true)];
  await world.db.owner((tx) =>
    sql`update sandbox_bank.intent set created_at = created_at - interval '1 second' where id = ${ref}`.execute(
      tx,
    ),
  );
  await pass();
  expect(await refOf(world, one)).toBe(ref);
  // Somebody may still pay on the bank's page of an intent that is young.
  expect(await statusOf(unpaid)).toBe("requires_card");
  const found = await open();
  expect(found.map(({ about }) => about)).toContain(second);
  expect(await statusOf(second)).toBe("requires_capture");
});

test("what a restored backup does not know is ended where it holds nothing, and let go by a person where it holds", async () => {
  const [empty, full] = [await lone(newId(world.now), false), await lone(newId(world.now), true)];
  await pass();
  expect(await statusOf(empty)).toBe("requires_card");
  const finding = (await open()).find(({ about }) => about === full);
  expect(finding).toMatchObject({ kind: "unknown-intent", orderNumber: null, fixes: ["release", "note"] });
  world.now += DAY_MS;
  await pass();
  expect(await statusOf(empty)).toBe("canceled");
  expect(await statusOf(full)).toBe("requires_capture");
  good(await ada.call(findingsApi.resolveFinding, { id: finding?.id ?? "", fix: "release" }));
  expect(await statusOf(full)).toBe("canceled");
});

test("what only our books know is a finding, once; what is young is not looked for", async () => {
  const one = await held(world, sam);
  const ref = await refOf(world, one);
  await world.db.owner((tx) =>
    sql`update payment set provider_ref = ${`${ref}gone`} where id = ${one.paymentId}`.execute(tx),
  );
  const missing = async () => (await open()).filter(({ about }) => about === `${ref}gone`);
  await compareMade(deskOf(world), world.orgId);
  expect(await missing()).toEqual([]);
  await pass();
  await pass();
  expect(await missing()).toMatchObject([
    { kind: "missing", orderNumber: one.orderNumber, fixes: ["note"], resolution: null },
  ]);
});

test("what was missing and is there again, and what was nobody's and is ended elsewhere, is no finding any more", async () => {
  const one = await held(world, sam);
  const ref = await refOf(world, one);
  const stray = await lone(newId(world.now), true);
  const desk = deskOf(world);
  const { provider } = desk;
  const { lists } = provider;
  if (!lists) throw new Error("no lists");
  const blind: Desk = {
    ...desk,
    provider: {
      ...desk.provider,
      getIntent: async (asked) =>
        asked === ref ? { kind: "rejected", code: "resource_missing" } : provider.getIntent(asked),
      lists: { ...lists, made: async () => ({ kind: "ok", value: { items: [], next: undefined } }) },
    },
  };
  const about = async () =>
    (await open()).flatMap((found) => ([ref, stray].includes(found.about) ? [found.kind] : [])).toSorted();
  await pass();
  expect(await about()).toEqual(["unknown-intent"]);
  await pass(blind);
  expect(await about()).toEqual(["missing", "unknown-intent"]);
  expect((await desk.provider.cancel({ key: "by hand", ref: stray })).kind).toBe("ok");
  await pass();
  expect(await about()).toEqual([]);
});

test("what another install made in the same account is neither touched nor noted", async () => {
  const facade = await openStripeFacade(() => world.now);
  const provider = (instance: string) =>
    stripeProvider({
      secretKey: FACADE_KEY,
      publishableKey: "pk_test_facade",
      webhookSecrets: [],
      apiBase: facade.url,
      scriptUrl: `${facade.url}/endive/stripe.js`,
      instance,
    });
  const other = provider("another install");
  const order = { key: "other:1", paymentId: newId(world.now), amount: money(500, "EUR") };
  const { snapshot, clientSecret } = valueOf(await other.openIntent(order));
  await facade.bank.confirm(snapshot.ref, clientSecret, CARD);
  const before = await open();
  world.now += 30 * HOUR_MS;
  await pass({ ...deskOf(world), provider: provider(world.orgId) });
  expect(valueOf(await other.getIntent(snapshot.ref)).snapshot.status).toBe("requires_capture");
  expect(await open()).toEqual(before);
  await facade.close();
});

test("without an answer nothing is concluded", async () => {
  const one = await lone(newId(world.now), true);
  await planFault(world, "refunds", "drop_request");
  await expect(pass()).rejects.toMatchObject({ code: "payments.provider-silent" });
  expect((await open()).filter(({ about }) => about === one)).toEqual([]);
});
