import { useQuery } from "@tanstack/react-query";
import type { PayWay } from "#features/payments/domain/due.ts";
import { call } from "#web/api/call.ts";
import { type Receivable, receivablesApi } from "../../contract/receivables.ts";

export interface OrderProps {
  readonly orderId: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A receivable that a card can pay now. */
export type Unpaid = Receivable & { readonly payBy: string };

export type ByWay = Receivable & { readonly kind: PayWay };

const isByWay = (one: Receivable): one is ByWay => one.kind !== "lost-hold" && one.kind !== "surcharge";
const isToPay = (one: Receivable): one is Unpaid => one.payBy !== null && one.state === "due";

/**
 * Reads what an order owes beside its hold, or without a card.
 * @param everyMs read again this often, where another person may act meanwhile
 */
export function useReceivables({ orderId, headers = {} }: OrderProps, everyMs: number | false = false) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ["receivables", orderId],
    queryFn: ({ signal }) => call(receivablesApi.readReceivables, { id: orderId }, { signal, headers }),
    retry: false,
    refetchInterval: everyMs,
  });
  const { number = "", items = [] } = data ?? {};
  return {
    number,
    isPending,
    error,
    again: () => void refetch(),
    byWay: items.filter(isByWay),
    unpaid: items.find(isToPay),
  };
}
