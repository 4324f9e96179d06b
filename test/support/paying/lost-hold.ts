import { DAY_MS } from "#kernel/instant.ts";
import { reconcilePayments } from "#features/books/server/findings/reconcile.ts";
import { checkPayments } from "#features/payments/server/check-payments.ts";
import { mailsIn } from "../people/mails.ts";
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

/** The mails that were written, of those with this text in them. */
export const mailsWith = (world: World, text: string): Promise<string[]> => mailsIn(world.dataFolder, text);
