import { fromIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import type { EnteredReply } from "./use-entering.ts";

/** The board on the delivery's day, which asks at once for a courier; undefined before there is a delivery. */
export function assignPathOf({ order }: Pick<EnteredReply, "order">, zone: string): string | undefined {
  if (order.deliveryId === null) return undefined;
  const { date } = localAt(fromIso(order.window.start), zone);
  return `/d/board?${new URLSearchParams({ date, assign: order.deliveryId })}`;
}
