import * as z from "zod/mini";
import { type Money, money } from "#kernel/money.ts";
import { signedFrom } from "./wire-movements.ts";

const Part = z.object({ amount: z.int(), currency: z.string() });
const WireFunds = z.object({
  object: z.literal("balance"),
  available: z.array(Part),
  pending: z.array(Part),
});

/**
 * What can be paid out and what cannot yet, together by currency. Reserves for connected accounts are no money of ours, and
 * what is available at once is in `available` already.
 */
export function fundsOf(body: unknown): readonly Money[] | undefined {
  const read = WireFunds.safeParse(body);
  if (!read.success) return undefined;
  const sums = new Map<string, number>();
  for (const { amount, currency } of [...read.data.available, ...read.data.pending]) {
    const part = signedFrom(amount, currency);
    // What is no currency of ISO 4217 holds nothing of ours, and what cannot be counted is not guessed.
    if (part) sums.set(part.currency, (sums.get(part.currency) ?? 0) + part.minor);
  }
  return [...sums].map(([currency, minor]) => money(minor, currency));
}
