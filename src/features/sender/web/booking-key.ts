import { HEADERS } from "#contract/endpoint.ts";
import { token22 } from "#kernel/token.ts";

const PREFIX = "wb.booking.";

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

/** Keeps the key that a link to pay with brought after the sign that browsers keep to themselves. */
export function takeLinkKey(orderId: string): void {
  const key = /^#key=([0-9A-Za-z]{22})$/.exec(location.hash)?.[1];
  if (key !== undefined) localStorage.setItem(PREFIX + orderId, key);
}

/** The header that shows an order to the guest who placed it. */
export function keyHeader(orderId?: string): Record<string, string> {
  const key = orderId === undefined ? draftKey() : localStorage.getItem(PREFIX + orderId);
  return key === null ? {} : { [HEADERS.bookingKey]: key };
}

/** This browser opens the order without an account. */
export const hasKey = (orderId: string): boolean => localStorage.getItem(PREFIX + orderId) !== null;
