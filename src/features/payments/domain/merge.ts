import { type Payment, type PaymentEventType, paymentStateOf, type IntentSnapshot } from "./payment.ts";

/** A hold must cover the whole amount; any other amount, currency, payment, intent or status is not ours to judge. */
function fits(payment: Payment, snapshot: IntentSnapshot): boolean {
  const { heldMinor, capturedMinor, amountMinor, status } = snapshot;
  const sameIntent = payment.ref === null || payment.ref === snapshot.ref;
  const sameMoney = amountMinor === payment.amountMinor && snapshot.currency === payment.currency;
  const wholeHold = status !== "requires_capture" || heldMinor === amountMinor;
  const isKnown = status !== "unforeseen" && capturedMinor <= amountMinor;
  return sameIntent && sameMoney && wholeHold && isKnown && snapshot.paymentId === payment.id;
}

/** Our intent, ended without taking anything: whatever its amount was, nothing of it is left to doubt. */
const isMoot = (payment: Payment, { ref, paymentId, status, capturedMinor }: IntentSnapshot): boolean =>
  (payment.ref === null || payment.ref === ref) &&
  paymentId === payment.id &&
  status === "canceled" &&
  capturedMinor === 0;

/** The part of a snapshot that counts; undefined where it is not ours to judge. */
function countedOf(payment: Payment, snapshot: IntentSnapshot): IntentSnapshot | undefined {
  if (fits(payment, snapshot)) return snapshot;
  return isMoot(payment, snapshot) ? { ...snapshot, heldMinor: 0 } : undefined;
}

const later = <T extends number>(a: T | null, b: T | null): T | null =>
  a === null || (b !== null && b > a) ? b : a;

const byName = (a: string | null, b: string | null): string | null => ((a ?? "") > (b ?? "") ? a : b);

/** The reason belonging to the higher count of declines. */
function declineOf(payment: Payment, snapshot: IntentSnapshot): string | null {
  if (snapshot.declines === payment.declines) return byName(payment.decline, snapshot.decline);
  return snapshot.declines > payment.declines ? snapshot.decline : payment.decline;
}

function seen(payment: Payment, snapshot: IntentSnapshot): Payment {
  return {
    ...payment,
    ref: snapshot.ref,
    authorizedMinor: Math.max(payment.authorizedMinor, snapshot.heldMinor, snapshot.capturedMinor),
    capturedMinor: Math.max(payment.capturedMinor, snapshot.capturedMinor),
    canceledSeen: payment.canceledSeen || snapshot.status === "canceled",
    declines: Math.max(payment.declines, snapshot.declines),
    decline: declineOf(payment, snapshot),
    actionAt: Math.max(payment.actionAt, snapshot.status === "requires_action" ? snapshot.declines : -1),
    captureBefore: later(payment.captureBefore, snapshot.captureBefore),
    card: snapshot.heldMinor > 0 || payment.card === null ? (snapshot.card ?? payment.card) : payment.card,
  };
}

const NEWS: Partial<Record<ReturnType<typeof paymentStateOf>, PaymentEventType>> = {
  action_required: "payment.action_required",
  captured: "payment.captured",
  voided: "payment.voided",
  review: "payment.review",
};

function eventsOf(before: Payment, after: Payment): PaymentEventType[] {
  const types: PaymentEventType[] = [];
  const [was, is] = [paymentStateOf(before), paymentStateOf(after)];
  if (after.declines > before.declines && after.authorizedMinor === 0) types.push("payment.failed");
  if (before.authorizedMinor === 0 && after.authorizedMinor > 0 && !after.canceledSeen)
    types.push("payment.authorized");
  const news = NEWS[is];
  if (was !== is && news) types.push(news);
  return types;
}

/**
 * Merges a snapshot into a payment. Repeating it adds nothing, and the order in which snapshots arrive makes no
 * difference to the payment: amounts held or captured never fall, cancelled stays cancelled. A snapshot that does
 * not fit changes nothing but puts the payment under review.
 */
export function merge(
  payment: Payment,
  snapshot: IntentSnapshot,
): { payment: Payment; events: PaymentEventType[] } {
  const counted = countedOf(payment, snapshot);
  const after = counted ? seen(payment, counted) : { ...payment, mismatch: true };
  return { payment: after, events: eventsOf(payment, after) };
}
