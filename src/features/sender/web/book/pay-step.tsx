import { useQuery } from "@tanstack/react-query";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { payAddress } from "../booking-draft.ts";
import { keyHeader } from "../booking-key.ts";
import type { StepProps } from "./booking.ts";

/** Shown on the way back from the payment's own page: the order waits there, or may still be changed. */
export function PayStep({ booking, leave, head }: StepProps) {
  return (
    <div className="book-main">
      {head}
      <WaitingOrder booking={booking} leave={leave} />
    </div>
  );
}

function WaitingOrder({ booking, leave }: Omit<StepProps, "head">) {
  const order = useQuery({
    queryKey: ["order", booking.orderId],
    queryFn: ({ signal }) =>
      call(deliveriesApi.readOrder, { id: booking.orderId }, { signal, headers: keyHeader(booking.orderId) }),
    enabled: booking.orderId !== "",
  });
  if (order.data) return <Waiting order={order.data} onAnew={() => leave({ orderId: "" })} />;
  if (order.isPending) return <Skeleton look="card" lines={5} />;
  return <ProblemMessage error={order.error} onRetry={() => void order.refetch()} />;
}

function Waiting({ order, onAnew }: { order: Order; onAnew: () => void }) {
  const t = useWords("sender");
  const pay = useWords("pay");
  const format = useFormat();
  const abandon = useCommand(deliveriesApi.abandonOrder, { headers: keyHeader(order.id), onDone: onAnew });
  if (order.state === "cancelled" || order.state === "expired")
    return (
      <StateMessage
        kind="empty"
        icon="clock"
        title={pay("pay.closed.title")}
        action={
          <Button variant="filled" onClick={onAnew}>
            {t("price.again")}
          </Button>
        }
      >
        <p>{pay("pay.closed.text")}</p>
      </StateMessage>
    );
  const isPaid = order.state !== "pending_payment";
  return (
    <Card title={pay("pay.waits")} aside={<span className="serial">{order.number}</span>} copy="sender">
      <p>{isPaid ? pay("pay.done") : pay("pay.change", { amount: format.money(order.total) })}</p>
      <Button variant="filled" size="large" full icon="lock" href={payAddress(order.id)}>
        {pay(isPaid ? "pay.to-booking" : "pay.go-on")}
      </Button>
      {!isPaid && (
        <Button loading={abandon.isPending} onClick={() => abandon.mutate({ id: order.id })}>
          {pay("pay.abandon")}
        </Button>
      )}
      <RefusalNote error={abandon.error} />
    </Card>
  );
}
