import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { call, type CallOptions } from "#web/api/call.ts";
import type { PaymentProblemCode } from "#features/payments/contract/payment-problems.ts";

/** Problem shown to the payer of an order that was ended; every other one has expired. */
const ENDED_BY: Readonly<Record<string, PaymentProblemCode>> = { cancelled: "booking.given-up" };

/**
 * Why an order took no payment any more: its payment does not say.
 *
 * @param code what is said where its time is over, or nobody answers
 */
export const endReason = (
  orderId: string,
  code: PaymentProblemCode,
  options: Pick<CallOptions, "headers" | "signal">,
): Promise<PaymentProblemCode> =>
  call(deliveriesApi.readOrder, { id: orderId }, options).then(
    ({ state }) => ENDED_BY[state] ?? code,
    () => code,
  );
