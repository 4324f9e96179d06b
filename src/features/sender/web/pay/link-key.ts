import { keepLinkKey } from "../booking-key.ts";

/**
 * Keeps the key that a link brought after the sign that browsers keep to themselves.
 *
 * @param isOwn it is the link of the booking itself, not one to pay with
 * @returns whether there was one
 */
export function takeLinkKey(orderId: string, isOwn = false): boolean {
  const key = /^#key=([0-9A-Za-z]{22})$/.exec(location.hash)?.[1];
  if (key !== undefined) keepLinkKey(orderId, key, isOwn);
  return key !== undefined;
}
