import { CANCELLATION_FEES } from "#features/deliveries/domain/cancellation.ts";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import type { Payment } from "#features/payments/contract/api.ts";

export type BookedStatus =
  | "unpaid"
  | "confirm"
  | "checking"
  | "in-doubt"
  | "not-paid"
  | "expired"
  | "given-up"
  | "booked"
  | "under-way"
  | "delivered"
  | "returned"
  | "lost"
  | "disposed"
  | "cancelled";

const UNPAID: Readonly<Record<Payment["state"], BookedStatus>> = {
  created: "unpaid",
  failed: "unpaid",
  action_required: "confirm",
  authorized: "checking",
  captured: "checking",
  review: "in-doubt",
  failed_final: "not-paid",
  voided: "not-paid",
  expired: "not-paid",
  charged_back: "not-paid",
};

const ENDED: Partial<Record<NonNullable<Order["deliveryState"]>, BookedStatus>> = {
  delivered: "delivered",
  returned: "returned",
  lost: "lost",
  disposed: "disposed",
};

/**
 * Status of a booking for the person who placed it. Only the server's word counts, whatever page led here.
 * @param payment null where there is none, `undefined` where we could not ask
 */
export function bookedStatusOf(
  { state, deliveryId, deliveryState }: Order,
  payment: Payment | null | undefined,
): BookedStatus {
  switch (state) {
    case "pending_payment":
      if (payment === undefined) return "checking";
      return payment ? UNPAID[payment.state] : "unpaid";
    case "expired":
      return "expired";
    case "cancelled":
      return deliveryId === null ? "given-up" : "cancelled";
    case "confirmed":
      return "booked";
    case "in_progress":
    case "completed":
      return (deliveryState && ENDED[deliveryState]) ?? "under-way";
  }
}

/** State of the money, shown as a sentence; `undefined` where a banner of its own says what is to be paid. */
export type MoneyStatus =
  | "held"
  | "releasing"
  | "fee-due"
  | "fee-taken"
  | "taken"
  | "part-returned"
  | "returned"
  | "released"
  | "not-collected"
  | "taken-back"
  | "in-doubt";

type Say = (order: Order, payment: Payment) => MoneyStatus | undefined;

const heldOf: Say = ({ state, cancelFee }) => {
  if (state !== "cancelled") return "held";
  return cancelFee !== null && cancelFee.minor > 0 ? "fee-due" : "releasing";
};

const takenOf: Say = ({ cancelFee }, { captured, refunded }) => {
  if (refunded) return refunded.minor >= captured.minor ? "returned" : "part-returned";
  return cancelFee?.minor === captured.minor ? "fee-taken" : "taken";
};

const nothing: Say = () => undefined;
const MONEY: Readonly<Record<Payment["state"], Say>> = {
  created: nothing,
  action_required: nothing,
  failed: nothing,
  failed_final: nothing,
  authorized: heldOf,
  captured: takenOf,
  voided: () => "released",
  expired: () => "not-collected",
  charged_back: () => "taken-back",
  review: ({ state }) => (state === "pending_payment" ? undefined : "in-doubt"),
};

/**
 * @param payment the one that concerns the payer now; one that is not the booking's is shown elsewhere on the page
 */
export const moneyOf = (order: Order, payment: Payment | null | undefined): MoneyStatus | undefined =>
  payment?.purpose === "booking" ? MONEY[payment.state](order, payment) : undefined;

const UNCERTAIN: ReadonlySet<Payment["state"]> = new Set(["review", "charged_back"]);

const isUncertain = (payment: Payment | null | undefined): boolean =>
  payment === undefined ||
  (payment !== null && (payment.refunded !== undefined || UNCERTAIN.has(payment.state)));

/**
 * How much is charged of the total of a booking that is over; `undefined` where it goes on, where it is not certain,
 * and where more than a fee was charged.
 */
export function chargeOf(order: Order, payment: Payment | null | undefined): "nothing" | "fee" | undefined {
  const isOver = order.state === "cancelled" || order.state === "expired";
  if (!isOver || isUncertain(payment)) return undefined;
  const fee = order.cancelFee?.minor ?? 0;
  if (payment && payment.captured.minor > fee) return undefined;
  return fee > 0 ? "fee" : "nothing";
}

/** Its delivery may be cancelled, free or for a fee. */
export const mayCancel = ({ deliveryState }: Order): boolean =>
  deliveryState !== null && CANCELLATION_FEES[deliveryState] !== undefined;

const MOVING: ReadonlySet<MoneyStatus | undefined> = new Set(["releasing", "fee-due"]);

/** Its payment is going to change within seconds. A courier's way takes longer. */
export const isMoving = (order: Order, payment: Payment | null | undefined): boolean =>
  order.state === "pending_payment" || MOVING.has(moneyOf(order, payment));
