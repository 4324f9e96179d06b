import { on } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { someWays } from "#features/debts/server/public.ts";
import type { MoneyParts } from "#features/payments/server/public.ts";
import { orderEntryApi } from "../contract/api.ts";
import type { EntryWay } from "../contract/api.ts";
import { ORDER_ENTRY_REFUSALS } from "../contract/refusals.ts";
import { enterOrder, openEntered } from "./enter-order.ts";
import { enterTogether, openTogether, readTogether } from "./enter-together.ts";
import { findCallers, readPastEntry } from "./find-callers.ts";

/** Orders that the office enters for callers. */
export function orderEntryRoom({ cards, payWays }: MoneyParts): Room {
  // A caller hands over no card: cash is always possible where the operator does not forbid it.
  const ways: readonly EntryWay[] = [...(cards ? (["card-link"] as const) : []), ...(payWays ?? someWays)];
  return {
    name: "order-entry",
    routes: [
      on(orderEntryApi.findCallers, findCallers),
      on(orderEntryApi.entryWays, async () => ({ ways: [...ways] })),
      on(orderEntryApi.enterOrder, (input, context) => enterOrder(ways, input, context)),
      on(orderEntryApi.openEntered, openEntered),
      on(orderEntryApi.enterTogether, (input, context) => enterTogether(ways, input, context)),
      on(orderEntryApi.openTogether, openTogether),
      on(orderEntryApi.readTogether, readTogether),
      on(orderEntryApi.readPastEntry, readPastEntry),
    ],
    refusals: ORDER_ENTRY_REFUSALS,
  };
}
