import { useQuery } from "@tanstack/react-query";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { PayPanel } from "#features/payments/web/public.tsx";
import { call } from "#web/api/call.ts";
import { ProblemFace, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { forgetDraft } from "#web/forms/draft.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { go } from "#web/shell/navigate.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Face } from "#web/ui/face.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { keyHeader, startNewKey } from "../booking-key.ts";
import type { StepProps } from "./book.tsx";

const DRAFTS = ["book", "book.address", "book.parcels", "book.contact"];

/** The order is placed: what was typed is safe with us, the next booking starts empty. */
function finish(orderId: string): void {
  startNewKey();
  go(`/book/done/${orderId}`, { replace: true });
  // After the page has gone: the flow's last render would write its draft again.
  setTimeout(() => DRAFTS.forEach(forgetDraft), 0);
}

/** The card. The order waits 15 minutes; closing this page loses nothing. */
export function PayStep({ booking, leave }: StepProps) {
  const order = useQuery({
    queryKey: ["order", booking.orderId],
    queryFn: ({ signal }) =>
      call(deliveriesApi.readOrder, { id: booking.orderId }, { signal, headers: keyHeader(booking.orderId) }),
    enabled: booking.orderId !== "",
  });
  if (order.data) return <Paying order={order.data} onAnew={() => leave({ orderId: "" })} />;
  if (order.isPending) return <Skeleton look="card" lines={5} />;
  return <ProblemFace error={order.error} onRetry={() => void order.refetch()} />;
}

function Paying({ order, onAnew }: { order: Order; onAnew: () => void }) {
  const t = useWords("sender");
  const format = useFormat();
  const abandon = useCommand(deliveriesApi.abandonOrder, { headers: keyHeader(order.id), onDone: onAnew });
  if (order.state === "confirmed" || order.state === "in_progress" || order.state === "completed")
    return (
      <Face
        kind="empty"
        icon="check-circle"
        title={t("pay.done")}
        action={
          <Button variant="filled" onClick={() => finish(order.id)}>
            {t("pay.to-booking")}
          </Button>
        }
      />
    );
  if (order.state !== "pending_payment")
    return (
      <Face
        kind="empty"
        icon="clock"
        title={t("pay.closed.title")}
        action={
          <Button variant="filled" onClick={onAnew}>
            {t("price.again")}
          </Button>
        }
      >
        <p>{t("pay.closed.text")}</p>
      </Face>
    );
  return (
    <div className="book-pay">
      <Card title={t("pay.card")} aside={<span className="serial">{order.number}</span>} copy="sender">
        <PayPanel order={order} headers={keyHeader(order.id)} onPaid={() => finish(order.id)} />
      </Card>
      <p className="row gap-2">
        <span className="quiet small">{t("pay.change", { amount: format.money(order.total) })}</span>
        <Button loading={abandon.isPending} onClick={() => abandon.mutate({ id: order.id })}>
          {t("pay.abandon")}
        </Button>
      </p>
      <RefusalNote error={abandon.error} />
    </div>
  );
}
