import type { Money } from "#contract/schemas.ts";
import type { Quote } from "#features/quotes/contract/api.ts";
import { forgetDraft, readDraft, saveDraft } from "#web/forms/draft.ts";

/** The quote of a request until it is booked, with the press that may have made an order of it. */
export interface KeptQuote {
  /** The request as text: another one is another quote. */
  readonly of: string;
  readonly quote: Pick<Quote, "id" | "requestHash" | "price" | "expiresAt">;
  /** Its amount stood on the page before the press. */
  readonly isSeen: boolean;
  /** Under way, or without an answer: the same input again goes under the same key. */
  readonly sent: { readonly input: string; readonly key: string } | null;
}

/** Beside the draft of the form: a reload keeps both. */
const DRAFT = "order-entry.quote";

export const keptQuote = (): KeptQuote | null => readDraft<KeptQuote | null>(DRAFT, null);
export const keepQuote = (kept: KeptQuote): void => saveDraft(DRAFT, kept);
export const forgetQuote = (): void => forgetDraft(DRAFT);

export const isSameAmount = (one: Money | undefined, other: Money): boolean =>
  one?.minor === other.minor && one.currency === other.currency;

/** Whether a quote still serves the request: what was sent is settled with its own quote, however old. */
export const serves = ({ of, quote, sent }: KeptQuote, request: string, now: number): boolean =>
  of === request && (sent !== null || Date.parse(quote.expiresAt) > now);
