import { sql } from "kysely";
import { rows } from "#server/db/db.ts";
import type { Db } from "#server/db/db.ts";
import type { Instant } from "#kernel/instant.ts";
import { brokenInvariants } from "#features/payments/server/invariants.ts";
import type { MemoryBank } from "./bank.ts";
import type { Wish } from "./give-back.ts";
import { bookedRefunds, sumOf, wrongWithRefunds } from "./verdict-refunds.ts";

interface Books {
  order_state: string;
  delivery_state: string | null;
  is_with_us: boolean;
  kept: number;
  fee: number | null;
  total: number;
  payment_id: string | null;
  state: string;
  ref: string | null;
  authorized: number;
  captured: number;
  refunded: number;
  by_bank: number;
  canceled: boolean;
}

/** What is wrong once faults have stopped and days went by: nothing, or a sentence each. */
export async function verdictOn(
  db: Db,
  orgId: string,
  now: Instant,
  bank: MemoryBank,
  wishes: readonly Wish[],
): Promise<string[]> {
  const { broken, booked, books } = await db.as({ orgId }, async (tx) => ({
    broken: await brokenInvariants(tx, now),
    booked: await bookedRefunds(tx),
    books: await rows(
      tx,
      sql<Books>`
        select o.state as order_state, d.state_shown as delivery_state, d.cancel_fee_minor as fee,
          coalesce(d.custody = 'courier', false) as is_with_us, p.captured_minor - p.refund_reserved_minor as kept,
          o.total_minor as total, p.id as payment_id, p.state, p.provider_ref as ref,
          p.authorized_minor as authorized, p.captured_minor as captured, p.refunded_minor as refunded, p.refunded_by_bank_minor as by_bank,
          p.canceled_seen as canceled
        from sales_order o left join delivery d on d.org_id = o.org_id and d.order_id = o.id
        left join payment p on p.org_id = o.org_id and p.order_id = o.id and p.purpose = 'booking'
        where o.org_id = app_org()`,
    ),
  }));
  return [
    ...broken.map(({ invariant }) => invariant),
    ...books.flatMap((one) => [
      ...wrongWith(one),
      ...mirrored(one, bank),
      ...wrongWithRefunds(wishes, booked, bank.refunds(one.ref ?? ""), one.captured),
    ]),
  ];
}

/** What must be taken of an order that ended so. */
function dueOf({ order_state, delivery_state, fee, total }: Books): number {
  if (delivery_state === "delivered" || delivery_state === "returned") return total;
  return delivery_state === "cancelled" && order_state === "confirmed" ? (fee ?? 0) : 0;
}

function wrongWith(books: Books): string[] {
  const { order_state, delivery_state, captured, payment_id, is_with_us } = books;
  if (order_state === "pending_payment") return ["an order waits for ever"];
  if (payment_id === null) return [];
  if (delivery_state === null) return captured > 0 ? ["taken without a booking"] : [];
  const isOver = ["delivered", "returned", "cancelled", "lost"].includes(delivery_state);
  if (!isOver) return captured > 0 && !is_with_us ? ["taken before the end"] : [];
  return wrongAtEnd(books);
}

function wrongAtEnd(books: Books): string[] {
  const { state, captured, canceled, is_with_us, kept } = books;
  const due = dueOf(books);
  if (captured === due || (canceled && captured === 0 && state === "expired")) return [];
  // Taken early of what then was lost: it went back.
  if (is_with_us && captured > due && kept <= due) return [];
  return [`taken ${captured} where ${due} was due, ${state}`];
}

function mirrored(books: Books, bank: MemoryBank): string[] {
  const { payment_id, ref, delivery_state, state } = books;
  const intents = bank.intents().filter((one) => one.paymentId === payment_id);
  const own = intents.find((one) => one.id === ref);
  const faults: string[] = [];
  const say = (isWrong: boolean | undefined, what: string): void => void (isWrong && faults.push(what));
  say(intents.filter((one) => one.heldMinor > 0).length > 1, "two intents were confirmed");
  say(
    intents.some((one) => one.id !== ref && one.heldMinor > 0),
    "a foreign intent holds money",
  );
  say(payment_id !== null && intents.length > 0 && !own, "an intent is not known");
  if (!own) return faults;
  const isHeld = own.status === "requires_capture";
  const isOver =
    delivery_state === null || ["delivered", "returned", "cancelled", "lost"].includes(delivery_state);
  say(isHeld && isOver && state !== "review", "a hold survives its order");
  say(own.status === "succeeded" && own.capturedMinor !== books.captured, "taken differs");
  say(own.heldMinor !== books.authorized, "held differs");
  say((own.status === "canceled") !== books.canceled, "the mirror does not show the release");
  const given = sumOf(bank.refunds(own.id).filter(({ status }) => status !== "failed"));
  const { refunded, by_bank } = books;
  say(given !== refunded - by_bank, `the bank gave back ${given}, the books say ${refunded - by_bank}`);
  return faults;
}
