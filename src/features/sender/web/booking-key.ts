import { HEADERS } from "#contract/endpoint.ts";
import { token22 } from "#kernel/token.ts";

/** Storage prefix of guests' keys, before the id of the order that they open. */
export const PREFIX = "wb.booking.";
/** Keys of confirmations, which open an order as its booking key does. No link puts one in the booking key's place. */
const MAIL_PREFIX = `${PREFIX}mail.`;
/** Keys of links to pay with: they end, and give nothing up. */
const LINK_PREFIX = `${PREFIX}link.`;

/** The key of the booking under way, made once: with it a guest sees the order again. Put in an address only after `#`, which stays in the browser. */
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

/** Keeps the key that a link brought: that of the booking itself, or that of a link to pay with. */
export const keepLinkKey = (orderId: string, key: string, isOwn: boolean): void =>
  localStorage.setItem((isOwn ? MAIL_PREFIX : LINK_PREFIX) + orderId, key);

/** This browser opens the order without an account. */
export const hasKey = (orderId: string): boolean => keptKey(orderId) !== null;

export const startNewKey = (): void => localStorage.removeItem(`${PREFIX}draft`);

/** The key in this browser that opens an order wholly, cancelling included. */
export const ownKey = (orderId: string): string | null =>
  localStorage.getItem(PREFIX + orderId) ?? localStorage.getItem(MAIL_PREFIX + orderId);

/** The key of a link to pay with, where this browser has no other one: it shows the order and pays. */
export const payLinkKey = (orderId: string): string | null =>
  ownKey(orderId) === null ? localStorage.getItem(LINK_PREFIX + orderId) : null;

const keptKey = (orderId: string): string | null => ownKey(orderId) ?? payLinkKey(orderId);

/** The header that shows an order to the guest who placed it. */
export function keyHeader(orderId?: string): Record<string, string> {
  const key = orderId === undefined ? draftKey() : keptKey(orderId);
  return key === null ? {} : { [HEADERS.bookingKey]: key };
}
