import { cashStop } from "#features/payments/domain/due.ts";
import type { Money } from "#kernel/money.ts";
import type { Tx } from "#server/db/db.ts";
import { receivablesOf } from "./receivables.ts";

/** Cash that a courier takes for an order. */
export interface CashToTake {
  /** The stop where it is taken. */
  readonly at: "collect" | "deliver";
  readonly amount: Money;
  readonly isReceived: boolean;
}

/** Amounts that couriers take in cash for these orders; orders paid otherwise, or owing nothing, are not in it. */
export async function cashOf(tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, CashToTake>> {
  const all = await receivablesOf(tx, orderIds);
  return new Map(
    all.flatMap(({ orderId, kind, state, owed: amount }): [string, CashToTake][] => {
      const at = cashStop(kind);
      if (at === undefined || state === "nothing") return [];
      return [[orderId, { at, amount, isReceived: state === "received" }]];
    }),
  );
}
