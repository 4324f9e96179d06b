import type { DeliveryState } from "#features/deliveries/domain/delivery.ts";
import { type LaterWork, askedWork, costOfNext } from "#features/delivery-pages/domain/later-work.ts";
import { owedAt } from "#features/payments/domain/settlement.ts";
import type { LaterKind } from "#features/quotes/domain/price-rule.ts";
import type { Later } from "#features/quotes/domain/price.ts";
import { type Money, isZero } from "#kernel/money.ts";
import type { ForeseenAct } from "#features/delivery-pages/domain/foreseen-acts.ts";

/**
 * Changes of what the sender pays. `price-free` and `price-owed`: of the whole delivery. `…-later`: once that work was done.
 * `…-asked` and `…-dropped`: of work that was done already.
 */
export const MONEY_CHANGES = [
  "fee",
  "refund",
  "price-free",
  "price-owed",
  "extraAttempt-later",
  "return-later",
  "extraAttempt-asked",
  "return-asked",
  "extraAttempt-dropped",
  "return-dropped",
] as const;

export interface MoneyChange {
  readonly what: (typeof MONEY_CHANGES)[number];
  readonly amount: Money;
}

interface Priced extends Pick<DeliveryState, "tasks" | "closedAs"> {
  readonly price: { readonly total: Money; readonly later?: Later | undefined };
}

export interface Foreseen {
  readonly act: ForeseenAct;
  readonly before: Priced;
  readonly after: Priced;
  /** Fee and refund of cancelling. */
  readonly cost: { readonly fee: Money; readonly refund: Money };
}

const isIn = (all: readonly LaterWork[], { taskId, kind }: LaterWork): boolean =>
  all.some((one) => one.taskId === taskId && one.kind === kind);

const NEXT: Readonly<Partial<Record<ForeseenAct, LaterKind>>> = {
  retry: "extraAttempt",
  send_back: "return",
};

const priceOwed = ({ closedAs, price: { total } }: Priced): Money =>
  owedAt(closedAs === "lost" ? "lost" : "delivered", total);

/** Finds what the sender pays more or less by an act; nothing where it costs nothing and gives nothing back. */
export function moneyChanges({ act, before, after, cost }: Foreseen): MoneyChange[] {
  const later = before.price.later;
  const [asked, now] = [askedWork(before), askedWork(after)];
  const ofWork = (works: readonly LaterWork[], how: "asked" | "dropped"): MoneyChange[] =>
    works.flatMap(({ kind }) => (later?.[kind] ? [{ what: `${kind}-${how}`, amount: later[kind] }] : []));
  const kind = NEXT[act];
  const next = kind && costOfNext(kind, before.tasks, later);
  const [owed, owedThen] = [priceOwed(before), priceOwed(after)];
  const changes: MoneyChange[] = [
    ...(act === "cancel"
      ? [
          { what: "fee" as const, amount: cost.fee },
          { what: "refund" as const, amount: cost.refund },
        ]
      : []),
    ...(isZero(owedThen) && !isZero(owed) ? [{ what: "price-free" as const, amount: owed }] : []),
    ...(isZero(owed) && !isZero(owedThen) ? [{ what: "price-owed" as const, amount: owedThen }] : []),
    ...(kind && next ? [{ what: `${kind}-later` as const, amount: next }] : []),
    ...ofWork(
      now.filter((work) => !isIn(asked, work)),
      "asked",
    ),
    ...ofWork(
      asked.filter((work) => !isIn(now, work)),
      "dropped",
    ),
  ];
  return changes.filter(({ amount }) => !isZero(amount));
}
