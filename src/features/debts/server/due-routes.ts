import type { PayWay } from "#features/payments/domain/due.ts";
import { on, type Context, type Route } from "#server/http/route.ts";
import { orderFor } from "#features/deliveries/server/public.ts";
import { duesApi } from "../contract/dues.ts";
import { chooseWay } from "./choose-way.ts";
import { recordCash, recordReceived } from "./receive.ts";
import { dueOfOrder } from "./shown-due.ts";

/**
 * Routes of payments without a card. Where cards are taken none can be chosen, and those chosen before are still
 * paid.
 */
export const dueRoutes = (ways: readonly PayWay[]): Route[] => [
  on(duesApi.chooseWay, (input, context) => chooseWay(ways, input, context)),
  on(duesApi.readDue, ({ id }, context) => readDue(id, context)),
  on(duesApi.recordCash, recordCash),
  on(duesApi.recordReceived, recordReceived),
];

const readDue = (id: string, context: Context) =>
  context.db.as(context.actor, async (tx) => {
    const order = await orderFor(context, id, tx);
    return { due: (await dueOfOrder(tx, order)) ?? null };
  });
