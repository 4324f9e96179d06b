import { sql } from "kysely";
import { first } from "#server/db/db.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { guarded } from "#features/payments/server/gate/guard.ts";
import type { PaymentDeps } from "#features/payments/server/base/payment-deps.ts";
import type { PaymentProvider } from "#features/payments/server/base/gateway.ts";
import type { Bank } from "#engines/sandbox-bank/bank.ts";
import { openSandbox } from "#engines/sandbox-bank/sandbox.ts";
import type { Sandbox } from "#engines/sandbox-bank/sandbox.ts";
import { sandboxProvider } from "#main/sandbox-provider.ts";
import { checkPayments } from "#features/payments/server/check-payments.ts";
import { good, openShop, order } from "../people/booking.ts";
import { openWorld } from "../world.ts";
import type { Caller, World, WorldOptions } from "../world.ts";

export interface Counter {
  readonly world: World;
  /** Pays by card. */
  readonly sam: Caller;
  /** Two people of the office. */
  readonly ada: Caller;
  readonly bob: Caller;
}

/** A shop that takes cards. Its jobs run only where a test says so. */
export async function openCounter(options: WorldOptions = {}): Promise<Counter> {
  const world = await openWorld({ runJobs: false, ...options });
  await openShop(world);
  const sam = await world.person("Sam", "sender");
  const ada = await world.person("Ada", "org-admin");
  return { world, sam, ada, bob: await world.person("Bob", "org-admin") };
}

/** Has the bank fail at calls to come. */
export const planFault = (world: World, call: string, kind: string, times = 1) =>
  world.db.owner((tx) =>
    sql`insert into sandbox_bank.fault (call, kind, times) values (${call}, ${kind}, ${times})`.execute(tx),
  );

/** The bank's name of a payment's intent. */
export async function refOf(world: World, { paymentId }: Pick<Held, "paymentId">): Promise<string> {
  const row = await world.db.owner((tx) =>
    first(tx, sql<{ ref: string }>`select provider_ref as ref from payment where id = ${paymentId}`),
  );
  if (!row) throw new Error(`no payment ${paymentId}`);
  return row.ref;
}

export interface Held {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly paymentId: string;
  readonly minor: number;
  readonly taxMinor: number;
}

/** An order whose price is held on a card. */
export async function held(world: World, sender: Caller, number = "4242424242424242"): Promise<Held> {
  const placed = await order(world, sender);
  const session = good(await sender.call(paymentsApi.openPayment, { id: placed.id }));
  const answer = await confirmAt(world, session.clientSecret, number);
  if (answer !== 200) throw new Error(`the bank answered ${answer}`);
  good(await sender.call(paymentsApi.checkPayment, { id: placed.id }));
  return {
    orderId: placed.id,
    orderNumber: placed.number,
    paymentId: session.payment.id,
    minor: placed.total.minor,
    taxMinor: placed.price.taxes.reduce((all, tax) => all + tax.amount.minor, 0),
  };
}

/** Hands a card to the bank, as its form does. @returns the status of its answer */
export async function confirmAt(
  world: World,
  clientSecret: string,
  number = "4242424242424242",
): Promise<number> {
  const answer = await world.server.app.inject({
    method: "POST",
    url: `/sandbox-bank/v1/intents/${clientSecret.split("_secret_")[0]}/confirm`,
    headers: { "content-type": "application/json", "x-sandbox-secret": clientSecret },
    payload: JSON.stringify({ number, month: 12, year: 2030, cvc: "123" }),
  });
  return answer.statusCode;
}

/** Parts that payments needs in a world, as its server has them. */
export function paymentDepsOf(world: World): PaymentDeps {
  const parts = { db: world.db, clock: () => world.now, log };
  const provider = guarded(providerOf(world), { ...parts, orgId: world.orgId });
  return { ...parts, provider, instance: world.orgId };
}

/** Parts that the work without a provider needs. */
export const booksDepsOf = (world: World) => ({ db: world.db, clock: () => world.now, log });

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The sandbox bank on a world's database, answering in this process. */
export const sandboxOf = (world: Pick<World, "db" | "now">): Sandbox =>
  openSandbox({ db: world.db, clock: () => world.now, log, allowedInProduction: false });

export const bankOf = (world: Pick<World, "db" | "now">): Bank => sandboxOf(world).bank;

/** Stripe's adapter over that bank. @param instance whose intents are its own */
export const providerOf = (
  world: Pick<World, "db" | "now" | "orgId">,
  instance = world.orgId,
): PaymentProvider => sandboxProvider(sandboxOf(world), { instance });

/** The first dispute about a payment. */
export async function disputeOf(world: World, one: Pick<Held, "paymentId">): Promise<string> {
  const listed = await providerOf(world).listDisputes(await refOf(world, one));
  const [dispute] = listed.kind === "ok" ? listed.value : [];
  if (!dispute) throw new Error("no dispute");
  return dispute.ref;
}

/** An order that was delivered and paid with this card. */
export async function taken(world: World, sender: Caller, number?: string): Promise<Held> {
  const one = await held(world, sender, number);
  await ended(world, one.orderId, "delivered");
  return one;
}

/** Ends an order's delivery so, and brings its money to rest. */
export async function ended(
  world: World,
  orderId: string,
  state: string,
  fee: number | null = null,
): Promise<void> {
  await world.db.owner((tx) =>
    sql`update delivery set state_shown = ${state}, cancel_fee_minor = ${fee} where order_id = ${orderId}`.execute(
      tx,
    ),
  );
  await checkPayments(paymentDepsOf(world));
}
