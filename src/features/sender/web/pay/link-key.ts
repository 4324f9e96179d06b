import { PREFIX } from "../booking-key.ts";

/**
 * Keeps the key that a link to pay with brought after the sign that browsers keep to themselves.
 *
 * @returns whether there was one
 */
export function takeLinkKey(orderId: string): boolean {
  const key = /^#key=([0-9A-Za-z]{22})$/.exec(location.hash)?.[1];
  if (key !== undefined) localStorage.setItem(PREFIX + orderId, key);
  return key !== undefined;
}

/** This browser opens the order without an account. */
export const hasKey = (orderId: string): boolean => localStorage.getItem(PREFIX + orderId) !== null;
