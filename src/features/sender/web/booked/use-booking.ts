import { useQuery, useQueryClient } from "@tanstack/react-query";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import type { Payment } from "#features/payments/contract/api.ts";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";
import { onResync, useLive } from "#web/live/live.ts";
import { isMoving } from "./booked-status.ts";

interface Booking {
  readonly order: Order;
  /** The payment that concerns its payer now; null where there is none, `undefined` where we could not ask. */
  readonly payment: Payment | null | undefined;
}

/** A guest has no stream of news: the page asks again, often while its payment is about to change. */
const SOON_MS = 4_000;
const LATER_MS = 30_000;

/** A booking and its payment as the server knows them now, polled while the page is visible. */
export function useBooking(id: string, headers: Readonly<Record<string, string>>) {
  const queries = useQueryClient();
  const again = () => void queries.invalidateQueries({ queryKey: ["booking", id] });
  useLive([
    { type: "order.*", run: again },
    { type: "payment.*", run: again },
    { type: "delivery.*", run: again },
    onResync(again),
  ]);
  return useQuery({
    queryKey: ["booking", id],
    queryFn: async ({ signal }): Promise<Booking> => {
      // The order is read last: when the payment is shown as held, the order is shown as booked.
      const payment = await call(paymentsApi.readPayment, { id }, { signal, headers }).catch(noneOf);
      return { payment, order: await call(deliveriesApi.readOrder, { id }, { signal, headers }) };
    },
    refetchInterval: ({ state: { data } }) =>
      data && !isMoving(data.order, data.payment) ? LATER_MS : SOON_MS,
  });
}

const noneOf = (error: unknown): null | undefined => (isProblem(error, "payments.none") ? null : undefined);
