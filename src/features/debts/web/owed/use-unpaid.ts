import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { type Payment, paymentsApi } from "#features/payments/contract/api.ts";

const UNPAID: ReadonlySet<Payment["state"]> = new Set(["created", "action_required", "failed"]);

/**
 * The unpaid surcharge or recovery of an order.
 * @param everyMs read again this often, where another person may act meanwhile
 */
export function useUnpaid(
  orderId: string,
  headers: Readonly<Record<string, string>> = {},
  everyMs: number | false = false,
) {
  const {
    data: payment,
    isPending,
    error,
    refetch,
  } = useQuery({
    queryKey: ["payments", "current", orderId],
    queryFn: ({ signal }) => call(paymentsApi.readPayment, { id: orderId }, { signal, headers }),
    retry: false,
    refetchInterval: everyMs,
  });
  const isUnpaid = payment !== undefined && payment.purpose !== "booking" && UNPAID.has(payment.state);
  return { isPending, payment: isUnpaid ? payment : undefined, error, again: () => void refetch() };
}
