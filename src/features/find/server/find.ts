import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { phoneDigits } from "#kernel/phone.ts";
import { reachableCouriers } from "#features/accounts/server/public.ts";
import { deliveryRowsFound } from "#features/deliveries/server/public.ts";
import { fold } from "#features/places/domain/search-text.ts";
import type { Context } from "#server/http/route.ts";
import { FOUND_SHOWN, type findApi } from "../contract/api.ts";

/** The newest deliveries that fit, and the couriers who ride now. */
export async function find(
  { q }: ParsedOf<typeof findApi.find>,
  context: Context,
): Promise<ReplyOf<typeof findApi.find>> {
  const { db, actor } = context;
  const [rows, riders] = await db.read(
    actor,
    async (tx) =>
      [await deliveryRowsFound(tx, context, q, FOUND_SHOWN + 1), await reachableCouriers(tx)] as const,
  );
  const words = fold(q).split(" ").filter(Boolean);
  const digits = phoneDigits(q);
  const couriers = riders.filter(({ name, phone }) => {
    const folded = ` ${fold(name)}`;
    const isNamed = words.length > 0 && words.every((word) => folded.includes(` ${word}`));
    return isNamed || (digits !== undefined && (phone ?? "").endsWith(digits));
  });
  return {
    deliveries: rows.slice(0, FOUND_SHOWN),
    couriers: couriers.slice(0, FOUND_SHOWN).map(({ id, name }) => ({ id, name })),
    more: rows.length > FOUND_SHOWN,
  };
}
