import { fold } from "#features/places/domain/search-text.ts";
import type { OrderRecord } from "../orders/order-record.ts";

/** Text that finds a delivery: number, names, both addresses; folded as the places are. */
export function searchDoc(order: Pick<OrderRecord, "number" | "sender" | "recipient" | "request">): string {
  const { number, sender, recipient, request } = order;
  return [number, sender.name, recipient.name, request.pickup.label, request.dropoff.label]
    .map(fold)
    .join(" | ");
}

/** The words that must all be found, the longest (and so the rarest) first. */
export const searchWords = (typed: string): string[] =>
  fold(typed)
    .split(" ")
    .filter((word) => word !== "")
    .sort((a, b) => b.length - a.length);
