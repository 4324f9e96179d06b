import type { QueryClient } from "@tanstack/react-query";
import type { Role } from "#kernel/actor.ts";
import { PaymentSheet } from "#features/books/web/trace/payment-sheet.tsx";
import { meAnswer } from "../people/me-answer.ts";
import { show } from "../web/page.tsx";
import { type Answer, type Sent, stubServer } from "../web/stub-server.ts";
import { paymentTrace } from "./payment-trace.ts";
import { olga } from "./samples.ts";

/** Shows the sheet of the payment of `paymentTrace` to Olga. */
export async function showPaymentSheet(
  answers: Readonly<Record<string, Answer>>,
  roles?: readonly Role[],
): Promise<{ readonly sent: Sent[]; readonly client: QueryClient }> {
  const { id, orderId, orderNumber } = paymentTrace.payment;
  const sent = stubServer({
    "GET /api/me": meAnswer(olga, roles),
    [`GET /api/payments/${id}`]: () => ({ body: paymentTrace }),
    [`GET /api/orders/${orderId}/receipts`]: () => ({ body: { items: [] } }),
    ...answers,
  });
  const client = await show(<PaymentSheet id={id} number={orderNumber} onClose={() => undefined} />);
  return { sent, client };
}
