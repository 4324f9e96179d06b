import { HEADERS } from "#contract/endpoint.ts";
import { token22 } from "#kernel/token.ts";

/** What keys of guests are kept under, before the order they open. */
export const PREFIX = "wb.booking.";

/** The key of the booking under way, made once: with it a guest sees the order again. Never put in an address. */
export function draftKey(): string {
  const known = localStorage.getItem(`${PREFIX}draft`);
  if (known) return known;
  const made = token22(crypto.getRandomValues(new Uint8Array(64)));
  localStorage.setItem(`${PREFIX}draft`, made);
  return made;
}

/** Binds the key to its order; the next booking gets a new one. */
export function keepKeyFor(orderId: string): void {
  localStorage.setItem(PREFIX + orderId, draftKey());
}

export const startNewKey = (): void => localStorage.removeItem(`${PREFIX}draft`);

/** The header that shows an order to the guest who placed it. */
export function keyHeader(orderId?: string): Record<string, string> {
  const key = orderId === undefined ? draftKey() : localStorage.getItem(PREFIX + orderId);
  return key === null ? {} : { [HEADERS.bookingKey]: key };
}
