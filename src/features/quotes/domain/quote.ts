import { canonical } from "#kernel/canonical.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { QUOTE_VALID_MS } from "./limits.ts";
import type { QuoteState } from "./quote-lifecycle.ts";

/** A request as JSON, as it is stored, sent and hashed to its fingerprint: equal exactly when every field is. */
export const requestTextOf = (request: unknown): string => canonical(request);

export function expiryOf(createdAt: Instant): Instant {
  return createdAt + QUOTE_VALID_MS;
}

export interface QuoteTerms {
  readonly state: QuoteState;
  readonly requestHash: string;
  readonly expiresAt: Instant;
}

/**
 * Lets a quote be accepted: once, before it expires, for the request that was quoted.
 *
 * @throws Refusal `quotes.already-accepted`, `quotes.changed`, `quotes.expired`
 */
export function acceptable(quote: QuoteTerms, now: Instant, requestHash: string): void {
  if (quote.state === "accepted") throw new Refusal("quotes.already-accepted");
  if (quote.requestHash !== requestHash) throw new Refusal("quotes.changed");
  if (quote.state !== "open" || now >= quote.expiresAt) {
    throw new Refusal("quotes.expired", { expiresAt: quote.expiresAt });
  }
}

/** State of a quote at a time: an open one past its end is expired, also before that is written down. */
export function quoteStateAt(quote: Pick<QuoteTerms, "state" | "expiresAt">, now: Instant): QuoteState {
  return quote.state === "open" && now >= quote.expiresAt ? "expired" : quote.state;
}
