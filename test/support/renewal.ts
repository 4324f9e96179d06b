import { sql } from "kysely";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { sweepPayments } from "#features/payments/server/sweep.ts";
import { DAY_MS } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { good } from "./booking.ts";
import { confirmAt, deskOf, held } from "./paying.ts";
import type { Held } from "./paying.ts";
import type { Caller, World } from "./world.ts";

/** A booking whose hold ends soon, and the payment that its sender was asked to renew it with. */
export interface Asked extends Held {
  readonly renewalId: string;
}

/** A booking's hold so long before its end; its sender was asked to confirm the card again. */
export async function askedAgain(world: World, sender: Caller, beforeEndMs: number): Promise<Asked> {
  const one = await held(world, sender);
  world.now += 7 * DAY_MS - beforeEndMs;
  await sweepPayments(deskOf(world));
  const { id, purpose } = good(await sender.call(paymentsApi.readPayment, { id: one.orderId }));
  if (purpose !== "renewal") throw new Error(`a ${purpose} stands in place of a renewal`);
  return { ...one, renewalId: id };
}

/** Opens the renewal and hands the bank a card; nobody has asked the bank afterwards. */
export async function confirmAgain(
  world: World,
  sender: Caller,
  { orderId, renewalId }: Pick<Asked, "orderId" | "renewalId">,
): Promise<void> {
  const opened = good(await sender.call(paymentsApi.openPayment, { id: orderId, paymentId: renewalId }));
  const answer = await confirmAt(world, opened.clientSecret);
  if (answer !== 200) throw new Error(`the bank answered ${answer}`);
}

/** An order's payments, oldest first: what each is for, where it stands, and what the bank holds and took of it. */
export const holdsOf = (world: World, orderId: string): Promise<string[]> =>
  world.db
    .owner((tx) =>
      rows(
        tx,
        sql<{ line: string }>`
          select p.purpose || ' ' || p.state || ' held ' || coalesce((
              select sum(case m.kind when 'hold' then m.amount_minor else -m.amount_minor end)
              from sandbox_bank.movement m join sandbox_bank.intent i on i.id = m.intent_id
              where i.payment_id = p.id::text), 0) || ' taken ' || coalesce((
              select sum(i.captured_minor) from sandbox_bank.intent i where i.payment_id = p.id::text), 0) as line
          from payment p where p.order_id = ${orderId} order by p.created_at, p.id`,
      ),
    )
    .then((found) => found.map(({ line }) => line));
