import { sql } from "kysely";
import { type PayWay, cashStop, dueStateOf, openMinor, type Owing } from "#features/payments/domain/due.ts";
import { money, type Money } from "#kernel/money.ts";
import { rows, type Tx } from "#server/db/db.ts";

/** Cash that a courier takes for an order. */
export interface CashToTake {
  /** The stop where it is taken. */
  readonly at: "collect" | "deliver";
  readonly amount: Money;
  readonly isReceived: boolean;
}

interface Row extends Owing {
  readonly orderId: string;
  readonly way: PayWay;
  readonly currency: string;
}

/** Amounts that couriers take in cash for these orders; orders paid otherwise, or owing nothing, are not in it. */
export async function cashOf(tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, CashToTake>> {
  const found = await rows(
    tx,
    sql<Row>`
      select order_id as "orderId", way, trim(currency) as currency, amount_minor as "amountMinor",
        due_minor as "dueMinor", captured_minor as "capturedMinor", canceled_seen as "canceledSeen"
      from payments
      where org_id = app_org() and way is not null and order_id = any(${[...orderIds]}::uuid[])`,
  );
  return new Map(
    found.flatMap((row): [string, CashToTake][] => {
      const at = cashStop(row.way);
      const state = dueStateOf(row);
      if (at === undefined || state === "nothing") return [];
      const isReceived = state === "received";
      const amount = money(isReceived ? row.capturedMinor : openMinor(row), row.currency);
      return [[row.orderId, { at, amount, isReceived }]];
    }),
  );
}
