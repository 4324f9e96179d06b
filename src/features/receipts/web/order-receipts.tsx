import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { saveFetched } from "#web/api/save-file.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Receipt, receiptPath, receiptsApi } from "../contract/receipts.ts";

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

interface ReceiptButtonProps {
  readonly receipt: Receipt;
  readonly headers?: Readonly<Record<string, string>>;
}

const NAMES = {
  receipt: "mine.receipt",
  "credit-note": "mine.credit-note",
  "cancel-note": "mine.cancel-note",
} as const;

/** Downloads a receipt or credit note in the reader's language; a failure says so and the button tries again. */
export function ReceiptButton({ receipt, headers = {} }: ReceiptButtonProps) {
  const t = useWords("payments");
  const locale = useLocale();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () =>
      saveFetched(receiptPath(receipt.id, locale), `${receipt.number}.pdf`, {
        headers: { ...headers, accept: "application/pdf" },
      }),
  });
  return (
    <>
      <Button variant="text" icon="receipt" loading={isPending} onClick={() => mutate()}>
        {t(NAMES[receipt.kind], { number: receipt.number })}
      </Button>
      {isError && <Banner tone="trouble">{t("mine.not-loaded")}</Banner>}
    </>
  );
}
