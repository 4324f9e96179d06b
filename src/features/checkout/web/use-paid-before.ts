import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "#web/api/call.ts";
import { type Payment, paymentsApi } from "#features/payments/contract/api.ts";

const PREFIX = "wb.asked.";
const PAID: ReadonlySet<Payment["state"]> = new Set(["authorized", "captured"]);

/**
 * The payment that this tab asked for before it was reloaded, or came back from the card's bank, once it is paid.
 * @param askedId payment that waits to be paid now; "unknown" while that is being read
 */
export function usePaidBefore(
  orderId: string,
  headers: Readonly<Record<string, string>>,
  askedId: string | undefined,
): { readonly isLoading: boolean; readonly paid: Payment | undefined } {
  const [paymentId] = useState(() => sessionStorage.getItem(PREFIX + orderId));
  useEffect(() => {
    if (askedId !== undefined && askedId !== "unknown") sessionStorage.setItem(PREFIX + orderId, askedId);
  }, [orderId, askedId]);
  const { data, isLoading } = useQuery({
    queryKey: ["payments", "asked", orderId, paymentId],
    queryFn: ({ signal }) =>
      call(paymentsApi.readPayment, { id: orderId, paymentId: paymentId ?? "" }, { signal, headers }),
    enabled: askedId === undefined && paymentId !== null,
    retry: false,
  });
  return { isLoading, paid: data && PAID.has(data.state) ? data : undefined };
}
