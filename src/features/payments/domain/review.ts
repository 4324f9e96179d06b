import { merge } from "./merge.ts";
import { type Payment, paymentStateOf, type IntentSnapshot } from "./payment.ts";

/** Whether the books hold what a fresh read denies: then a person has to find out where the money went. */
function isDenied(payment: Payment, seen: IntentSnapshot): boolean {
  const isEnded = seen.status === "canceled" || seen.status === "succeeded";
  const isHoldGone = payment.authorizedMinor > 0 && seen.heldMinor === 0 && !isEnded;
  return seen.capturedMinor < payment.capturedMinor || isHoldGone;
}

/**
 * Reviews a payment by a fresh read: the provider's word counts where it fits the amount, the currency and the
 * payment, and takes back nothing that was booked as captured or held.
 * @param seen undefined where the provider knows no intent of it
 * @returns the payment without the doubt; undefined where the doubt stays
 */
export function reviewed(payment: Payment, seen: IntentSnapshot | undefined): Payment | undefined {
  const clear = { ...payment, mismatch: false };
  if (!seen) return payment.ref === null ? clear : undefined;
  if (isDenied(payment, seen)) return undefined;
  // Whether it was cancelled is asked anew: that it was is what may contradict that it was taken.
  const { payment: after } = merge({ ...clear, canceledSeen: false }, seen);
  return paymentStateOf(after) === "review" ? undefined : after;
}
