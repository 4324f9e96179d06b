import { sql } from "kysely";
import { expect } from "vitest";
import { DAY_MS } from "#kernel/instant.ts";
import { reconcilePayments } from "#features/books/server/findings/reconcile.ts";
import { readPayment } from "#features/payments/server/base/payment-row.ts";
import { checkPayments } from "#features/payments/server/check-payments.ts";
import { readAndMerge } from "#features/payments/server/merge/read-and-merge.ts";
import { good } from "../people/booking.ts";
import { mailsIn } from "../people/mails.ts";
import { payByCard } from "./pay-by-card.ts";
import { paymentDepsOf, ended, held, planFault } from "./paying.ts";
import type { Held } from "./paying.ts";
import type { Caller, World } from "../world.ts";

/** A booking whose hold ran out at the bank before anybody took it. */
export async function lostHold(world: World, sender: Caller, end?: "delivered"): Promise<Held> {
  const one = await held(world, sender);
  if (end) {
    await planFault(world, "capture", "drop_request");
    await ended(world, one.orderId, end);
  }
  world.now += 8 * DAY_MS;
  await reconcilePayments(paymentDepsOf(world));
  await checkPayments(paymentDepsOf(world));
  await world.settled();
  return one;
}

/** Reads what the provider has of a payment, and merges it. @param db counts what the merge does, where a test asks */
export async function look(world: World, id: string, db = world.db) {
  const payment = await world.db.as({ orgId: world.orgId }, (tx) => readPayment(tx, id));
  return payment && (await readAndMerge({ ...paymentDepsOf(world), db }, world.orgId, payment)).seen;
}

/** An order that ends with a fee of 3.00 while its lost hold was paid again, on a hold that is lost by now. */
export async function lostTwice(world: World, sender: Caller) {
  const one = await held(world, sender);
  world.now += 8 * DAY_MS;
  expect((await look(world, one.paymentId))?.state).toBe("expired");
  const { payment } = good(await payByCard(world, sender, one.orderId));
  expect((await look(world, payment.id))?.state).toBe("authorized");
  world.now += 8 * DAY_MS;
  await world.run(
    sql`update delivery set state_shown = 'cancelled', cancel_fee_minor = 300 where order_id = ${one.orderId}`,
  );
  return { one, again: payment.id };
}

/** The mails that were written, of those with this text in them. */
export const mailsWith = (world: World, text: string): Promise<string[]> => mailsIn(world.dataFolder, text);
