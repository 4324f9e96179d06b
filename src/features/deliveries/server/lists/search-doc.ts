import { fold } from "#features/places/domain/search-text.ts";
import type { OrderRecord } from "../orders/order-record.ts";

/** Text that finds a delivery: number, names, both addresses; folded as the places are. */
export function searchDoc(
  order: Pick<OrderRecord, "number" | "sender" | "recipient"> & {
    readonly request: Pick<OrderRecord["request"], "pickup" | "dropoff">;
  },
): string {
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

/** The sender's name as callers are looked for in it: every word of it has a space before. */
export const senderDoc = (name: string): string => ` ${fold(name)}`;

/** The index knows parts of three letters: a shorter word is looked for where a word begins. */
export const wordPart = (word: string): string => (word.length < 3 ? ` ${word}` : word);
