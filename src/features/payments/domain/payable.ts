import type { PaymentRow } from "./payment.ts";

const UNPAID: ReadonlySet<PaymentRow["state"]> = new Set(["created", "action_required", "failed"]);

/** Whether a payment beside the booking's own waits for its card. */
export const isUnpaid = ({ purpose, state, way }: Pick<PaymentRow, "purpose" | "state" | "way">): boolean =>
  purpose !== "booking" && way === null && UNPAID.has(state);

export const unpaidOf = (payments: readonly PaymentRow[]): PaymentRow | undefined => payments.find(isUnpaid);

/** An order, and which of its payments; where none is named, the one that waits to be paid, else the booking's. */
export interface Asked {
  readonly id: string;
  readonly paymentId?: string | undefined;
}

export const askedOf = (payments: readonly PaymentRow[], { paymentId }: Asked): PaymentRow | undefined =>
  paymentId === undefined
    ? (unpaidOf(payments) ?? payments.find(({ purpose }) => purpose === "booking"))
    : payments.find(({ id }) => id === paymentId);
