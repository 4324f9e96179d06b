import type { Db } from "#server/db/db.ts";
import type { Instant } from "#kernel/instant.ts";
import { brokenInvariants } from "#features/books/server/invariants.ts";
import type { MemoryBank } from "./bank.ts";
import { givenOf } from "./bank-later.ts";
import type { Wish } from "./give-back.ts";
import { booksAtEnd, dueOf, isOver } from "./verdict-books.ts";
import type { Books } from "./verdict-books.ts";
import { keepsNoMore, wrongWithDebt, wrongWithExtra } from "./verdict-owed.ts";
import { bookedRefunds, wrongWithRefunds } from "./verdict-refunds.ts";

interface Verdict {
  /** A sentence each. */
  readonly wrong: readonly string[];
  /** Outcome of each payment. */
  readonly ends: readonly string[];
}

/** Faults that are left once failures have stopped and days went by: none in a good run. */
export async function verdictOn(
  db: Db,
  orgId: string,
  now: Instant,
  bank: MemoryBank,
  wishes: readonly Wish[],
): Promise<Verdict> {
  const { broken, booked, books } = await db.as({ orgId }, async (tx) => ({
    broken: await brokenInvariants(tx, now),
    booked: await bookedRefunds(tx),
    books: await booksAtEnd(tx),
  }));
  const wrong = [
    ...broken.map(({ invariant }) => invariant),
    ...(books.some(({ order_state }) => order_state === "pending_payment")
      ? ["an order waits for ever"]
      : []),
    ...books.flatMap((one) => [...wrongWith(one, books), ...mirrored(one, bank)]),
    ...wrongWithRefunds(
      wishes,
      booked,
      bank.intents().flatMap(({ id }) => bank.refunds(id)),
      (intent) => bank.disputes(intent).length > 0,
    ),
  ];
  return { wrong, ends: books.map(endOf) };
}

const endOf = (one: Books): string =>
  `${one.delivery_state ?? one.order_state}: ${one.purpose} ${one.state} ${one.captured} of ${one.amount}` +
  `, back ${one.refunded}, disputed ${one.disputed + one.lost}, owed ${one.owed}, given up ${one.written_off}`;

function wrongWith(one: Books, all: readonly Books[]): string[] {
  if (one.payment_id === null || one.purpose === "recovery") return [];
  if (one.state === "expired") return wrongWithDebt(one, all);
  return one.purpose === "surcharge" ? wrongWithExtra(one) : wrongWithBooking(one);
}

function wrongWithBooking(one: Books): string[] {
  const { delivery_state, captured, is_with_us, state } = one;
  if (delivery_state === null) return captured > 0 ? ["taken without a booking"] : [];
  if (!isOver(one)) return captured > 0 && !is_with_us ? ["taken before the end"] : [];
  const due = dueOf(one);
  // Taken before it was lost or cancelled: it went back.
  if (captured === due || (captured > due && keepsNoMore(one, due))) return [];
  return [`taken ${captured} where ${due} was due, ${state}`];
}

function mirrored(books: Books, bank: MemoryBank): string[] {
  const { payment_id, ref, state } = books;
  const intents = bank.intents().filter((one) => one.paymentId === payment_id);
  const own = intents.find((one) => one.id === ref);
  const faults: string[] = [];
  const say = (isWrong: boolean | undefined, what: string): void => void (isWrong && faults.push(what));
  // One that was left for another try may have been held for a moment: it was released.
  const standing = intents.filter(({ heldMinor, status }) => heldMinor > 0 && status !== "canceled");
  say(standing.length > 1, "two intents were confirmed");
  say(
    standing.some(({ id }) => id !== ref),
    "a foreign intent holds money",
  );
  say(
    books.is_settled &&
      intents.some((one) => one.status === "requires_card" || one.status === "requires_action"),
    "what came to rest can be paid",
  );
  say(ref !== null && !own, "an intent is not known");
  if (!own) return faults;
  const isHeld = own.status === "requires_capture";
  const mayBeHeld = books.purpose === "booking" && !isOver(books);
  say(isHeld && !mayBeHeld && state !== "review", "a hold survives its order");
  say(own.status === "succeeded" && own.capturedMinor !== books.captured, "taken differs");
  say(own.heldMinor !== books.authorized, "held differs");
  say((own.status === "canceled") !== books.canceled, "the mirror does not show the release");
  const given = givenOf(bank.refunds(own.id));
  const { refunded, by_bank } = books;
  say(given !== refunded - by_bank, `the bank gave back ${given}, the books say ${refunded - by_bank}`);
  const disputes = bank.disputes(own.id);
  const withdrawn = disputes.reduce((all, one) => all + one.withdrawnMinor, 0);
  say(withdrawn !== books.disputed + books.lost, "a dispute differs");
  say(given + withdrawn > own.capturedMinor, "more went back than was taken");
  return faults;
}
