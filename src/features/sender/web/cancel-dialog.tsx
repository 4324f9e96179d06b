import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { type Cancellation, deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery, Order } from "#features/deliveries/contract/shapes.ts";
import { call } from "#web/api/call.ts";
import { newId } from "#web/api/new-id.ts";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useTakesCards } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

// One id and time for each question: pressing twice cancels once.
const useIntent = () => useState(() => ({ commandId: newId(), occurredAt: new Date().toISOString() }))[0];

interface CancelDialogProps {
  deliveryId: string;
  onClose: () => void;
  onCancelled: (fresh: Delivery) => void;
}

/** For a sender with an account. */
export function CancelDialog({ deliveryId, onClose, onCancelled }: CancelDialogProps) {
  const intent = useIntent();
  const preview = useQuery({
    queryKey: ["cancellation", deliveryId],
    queryFn: ({ signal }) => call(deliveriesApi.previewCancellation, { id: deliveryId }, { signal }),
    gcTime: 0,
  });
  const cancel = useCommand(deliveriesApi.cancelDelivery, { onDone: onCancelled });
  const confirm = (fee: Cancellation["fee"]) => cancel.mutate({ id: deliveryId, ...intent, fee, note: null });
  return <Question preview={preview} cancel={cancel} onConfirm={confirm} onClose={onClose} />;
}

/** Cost of cancelling an order now, for the person who placed it. */
export const useOrderCancellation = (
  orderId: string,
  headers: Readonly<Record<string, string>>,
  asOf: string | null,
) =>
  useQuery({
    queryKey: ["cancellation", orderId, asOf],
    queryFn: ({ signal }) =>
      call(deliveriesApi.previewOrderCancellation, { id: orderId }, { signal, headers }),
    retry: false,
    enabled: asOf !== null,
  });

interface CancelOrderProps {
  readonly orderId: string;
  /** The booking key of a guest. */
  readonly headers: Readonly<Record<string, string>>;
  readonly preview: UseQueryResult<Cancellation>;
  readonly onClose: () => void;
  readonly onCancelled: (fresh: Order) => void;
}

/** Cancels an order for the person who placed it, a guest included. */
export function CancelOrderDialog({ orderId, headers, preview, onClose, onCancelled }: CancelOrderProps) {
  const intent = useIntent();
  const cancel = useCommand(deliveriesApi.cancelOrder, { headers, onDone: onCancelled });
  const confirm = (fee: Cancellation["fee"]) => cancel.mutate({ id: orderId, ...intent, fee });
  return <Question preview={preview} cancel={cancel} onConfirm={confirm} onClose={onClose} />;
}

interface QuestionProps {
  readonly preview: UseQueryResult<Cancellation>;
  readonly cancel: { readonly isPending: boolean; readonly error: unknown; readonly reset: () => void };
  readonly onConfirm: (fee: Cancellation["fee"]) => void;
  readonly onClose: () => void;
}

/** The fee stands here before anybody can confirm; when it changed meanwhile, the new one is shown first. */
function Question({ preview, cancel, onConfirm, onClose }: QuestionProps) {
  const t = useWords("sender");
  const format = useFormat();
  const { data } = preview;
  const changed = isProblem(cancel.error, "deliveries.fee-changed");
  return (
    <Dialog
      open
      onClose={onClose}
      locked={cancel.isPending}
      title={t("cancel.title")}
      actions={
        <>
          <Button variant="text" onClick={onClose}>
            {t("cancel.keep")}
          </Button>
          {data?.allowed === true && !changed && (
            <Button
              variant="filled"
              tone="danger"
              loading={cancel.isPending}
              onClick={() => onConfirm(data.fee)}
            >
              {data.fee.minor === 0 ? t("cancel.free") : t("cancel.for", { fee: format.money(data.fee) })}
            </Button>
          )}
          {changed && (
            <Button variant="tonal" icon="refresh" onClick={() => (cancel.reset(), void preview.refetch())}>
              {t("cancel.look-again")}
            </Button>
          )}
        </>
      }
    >
      {preview.isPending && <Skeleton lines={3} />}
      <RefusalNote error={preview.error} onRetry={() => void preview.refetch()} />
      {data?.allowed === false && <Banner tone="warning">{t("cancel.not-allowed")}</Banner>}
      {data?.allowed === true && <Cost {...data} />}
      <RefusalNote error={cancel.error} />
    </Dialog>
  );
}

/** Cost of cancelling; where no cards are taken nothing was paid that could be refunded. */
function Cost({ fee, refund }: Pick<Cancellation, "fee" | "refund">) {
  const t = useWords("sender");
  const format = useFormat();
  const takesCards = useTakesCards();
  return (
    <Facts>
      <Fact name={t("cancel.fee")} strong>
        {fee.minor === 0 ? t("cancel.no-fee") : format.money(fee)}
      </Fact>
      {takesCards && <Fact name={t("cancel.refund")}>{format.money(refund)}</Fact>}
    </Facts>
  );
}
