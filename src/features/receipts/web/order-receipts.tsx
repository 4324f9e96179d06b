import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { receiptsApi } from "../contract/receipts.ts";
import { ReceiptButton } from "./receipt-button.tsx";

export interface OrderReceiptsProps {
  readonly orderId: string;
  /** The booking key of a guest. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Read again when this changes. */
  readonly asOf?: string;
}

/** The receipts of an order, oldest first; before the first, when it will come. */
export function OrderReceipts({ orderId, headers = {}, asOf = "" }: OrderReceiptsProps) {
  const t = useWords("payments");
  const list = useQuery({
    queryKey: ["receipts", orderId, asOf],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(receiptsApi.listReceipts, { id: orderId }, { signal, headers }),
  });
  return (
    <Card title={t("mine.receipts")}>
      {list.isPending && <Skeleton lines={1} />}
      <RefusalNote error={list.error} onRetry={() => void list.refetch()} />
      {list.data?.items.length === 0 && <p className="quiet">{t("mine.no-receipt")}</p>}
      <div className="my-receipts">
        {list.data?.items.map((receipt) => (
          <ReceiptButton key={receipt.id} receipt={receipt} headers={headers} />
        ))}
      </div>
    </Card>
  );
}
