import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { receiptsApi } from "../contract/receipts.ts";
import { ReceiptButton } from "./receipt-button.tsx";

export interface OrderReceiptsProps {
  readonly orderId: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly asOf?: string;
  readonly isPromised?: boolean;
}

/** The receipts of an order, oldest first. @param none stands before the first one */
export function ReceiptList(props: OrderReceiptsProps & { readonly none: ReactNode }) {
  const { orderId, headers = {}, asOf = "", none } = props;
  const list = useQuery({
    queryKey: ["receipts", orderId, asOf],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(receiptsApi.listReceipts, { id: orderId }, { signal, headers }),
  });
  return (
    <>
      {list.isPending && <Skeleton lines={1} />}
      <RefusalNote error={list.error} onRetry={() => void list.refetch()} />
      {list.data?.items.length === 0 && none}
      <div className="row gap-3">
        {list.data?.items.map((receipt) => (
          <ReceiptButton key={receipt.id} receipt={receipt} headers={headers} />
        ))}
      </div>
    </>
  );
}

export function OrderReceipts({ isPromised = true, ...props }: OrderReceiptsProps) {
  const t = useWords("payments");
  const none = t(isPromised ? "mine.no-receipt" : "mine.none");
  return (
    <Card title={t("mine.receipts")}>
      <ReceiptList {...props} none={<p className="quiet">{none}</p>} />
    </Card>
  );
}
