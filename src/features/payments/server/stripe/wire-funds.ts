import * as z from "zod/mini";
import { money } from "#kernel/money.ts";
import { fineFromStripe } from "#kernel/stripe-amount.ts";
import type { Funds } from "../gateway.ts";

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
export function fundsOf(body: unknown): Funds | undefined {
  const read = WireFunds.safeParse(body);
  if (!read.success) return undefined;
  const sums = new Map<string, number>();
  for (const { amount, currency } of [...read.data.available, ...read.data.pending]) {
    const part = fineFromStripe(amount, currency);
    // What is no currency of ISO 4217 holds nothing of ours, and what cannot be counted is not guessed.
    if (!part) continue;
    const { money: of, fine } = part;
    sums.set(of.currency, (sums.get(of.currency) ?? 0) + of.minor * 100 + fine);
  }
  return [...sums].map(([currency, hundredths]) => {
    const minor = Math.round(hundredths / 100);
    const fine = hundredths - minor * 100;
    return { ...money(minor, currency), ...(fine !== 0 && { fine }) };
  });
}
