import { MAX_CARD_TRIES } from "#features/payments/domain/limits.ts";
import { dueOf, isOver } from "./verdict-books.ts";
import type { Books } from "./verdict-books.ts";

/** Nothing is at the provider, and nothing can be paid. */
const isDead = ({ state }: Books): boolean => state === "voided" || state === "expired";
/** Faults of a surcharge whose hold was not lost. */
export function wrongWithExtra(one: Books): string[] {
  const { captured, authorized, state } = one;
  const due = isOver(one) ? dueOf(one) : one.amount;
  if (captured > 0)
    return captured === due || keepsNoMore(one, due) ? [] : ["a surcharge is kept that is not due"];
  if (due === 0) return isDead(one) ? [] : ["a surcharge that is not due can be paid"];
  return authorized > 0 ? [`a surcharge is not taken, ${state}`] : [];
}

/** A lost hold is owed, paid again or given up, to the cent; and what is paid again is what is due. */
export function wrongWithDebt(lost: Books, all: readonly Books[]): string[] {
  const faults: string[] = [];
  const say = (isWrong: boolean, what: string): void => void (isWrong && faults.push(what));
  const again = all.filter(({ for_payment_id }) => for_payment_id === lost.payment_id);
  const taken = sum(again, ({ captured }) => captured);
  const due = isOver(lost) ? dueOf(lost) : lost.amount;
  const open = lost.owed - lost.written_off - taken;
  say(lost.captured > 0, "a lost hold is taken as well");
  // Given up or paid before the end called for less: that stands, and what was paid goes back.
  const mayStand = lost.owed === lost.written_off || (taken > 0 && again.every(settles(due)));
  say(lost.owed !== due && !(lost.owed > due && mayStand), `owed ${lost.owed} where ${due} is due`);
  say(open < 0, "more is paid again than is owed");
  say(again.filter(({ captured }) => captured > 0).length > 1, "a debt is paid twice");
  const live = again.filter((one) => !isDead(one) && one.captured === 0);
  say(
    live.some(({ authorized }) => authorized > 0),
    "what pays a debt is not taken",
  );
  say(open === 0 && live.length > 0, "a debt that is settled can be paid");
  // After too many declined cards the office sends the next link.
  const isGivenUp = again.some(({ tries }) => tries >= MAX_CARD_TRIES);
  say(open > 0 && live.length === 0 && !lost.is_too_little && !isGivenUp, "nobody can pay what is owed");
  say(
    live.some((one) => one.amount < open || (one.amount > open && !one.is_known)),
    "a link asks for another amount than is owed",
  );
  return faults;
}

const settles =
  (due: number) =>
  (one: Books): boolean =>
    one.captured <= due || keepsNoMore(one, due);

/** No more is kept than is due; or it is in dispute, or a person decided. */
export const keepsNoMore = (one: Books, due: number): boolean =>
  one.captured - one.set_aside - one.lost - one.dropped <= due || one.disputed > 0;

const sum = (all: readonly Books[], pick: (one: Books) => number): number =>
  all.reduce((total, one) => total + pick(one), 0);
