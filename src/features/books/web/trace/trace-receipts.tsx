import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { receiptsApi } from "#features/receipts/contract/receipts.ts";
import { ReceiptButton } from "#features/receipts/web/public-parts.ts";
import { TracePart } from "./trace-part.tsx";

/** The receipts and credit notes of a payment's order, to read. */
export function TraceReceipts({ orderId }: { orderId: string }) {
  const t = useWords("payments");
  const list = useQuery({
    queryKey: ["receipts", orderId],
    queryFn: ({ signal }) => call(receiptsApi.listReceipts, { id: orderId }, { signal }),
  });
  return (
    <TracePart title={t("mine.receipts")} isEmpty={list.data?.items.length === 0}>
      {list.isPending && <Skeleton lines={1} />}
      <RefusalNote error={list.error} onRetry={() => void list.refetch()} />
      <div className="money-fixes">
        {list.data?.items.map((receipt) => (
          <ReceiptButton key={receipt.id} receipt={receipt} />
        ))}
      </div>
    </TracePart>
  );
}
