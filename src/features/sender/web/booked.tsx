import { useQuery } from "@tanstack/react-query";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { OrderDue } from "#features/payments/web/public.tsx";
import { call } from "#web/api/call.ts";
import { ProblemFace } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useTakesCards, useZone } from "#web/session/config.ts";
import { useSession } from "#web/session/session.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { payAddress } from "./booking-draft.ts";
import { keyHeader } from "./booking-key.ts";
import { TrackingLink } from "./tracking-link.tsx";
import "./sender.css";

/** Booked and paid: the number, what happens next, the link to give away. */
export function Booked({ params }: PageProps<{ id: string }>) {
  const t = useWords("sender");
  const pay = useWords("pay");
  const format = useFormat();
  const zone = useZone();
  const session = useSession();
  const takesCards = useTakesCards();
  const headers = keyHeader(params.id);
  const order = useQuery({
    queryKey: ["order", params.id],
    queryFn: ({ signal }) => call(deliveriesApi.readOrder, { id: params.id }, { signal, headers }),
    refetchInterval: ({ state }) => (state.data?.state === "pending_payment" ? 3_000 : false),
  });
  if (order.isPending) return <Skeleton look="card" lines={5} />;
  if (!order.data) return <ProblemFace page error={order.error} onRetry={() => void order.refetch()} />;
  const { data } = order;
  const waiting = data.state === "pending_payment";
  return (
    <div className="booked stack gap-5">
      <BookedHead order={data} waiting={waiting} />
      <Card title={pay("booked.next")} copy="recipient">
        <Facts>
          <Fact name={t("when.window")} strong>
            {format.window(data.window, zone)}
          </Fact>
          <Fact name={t("address.dropoff")}>
            <bdi>{data.dropoff.label}</bdi>
          </Fact>
          {takesCards && <Fact name={pay("booked.held")}>{format.money(data.total)}</Fact>}
        </Facts>
        {!waiting && <TrackingLink orderId={data.id} headers={headers} />}
      </Card>
      {!takesCards && !waiting && <OrderDue orderId={data.id} headers={headers} />}
      <div className="row gap-2">
        {session.kind === "signed-in" && data.deliveryId !== null && (
          <Button variant="filled" href={`/my/deliveries/${data.deliveryId}`}>
            {pay("booked.follow")}
          </Button>
        )}
        <Button icon="add" href="/book">
          {pay("booked.another")}
        </Button>
      </div>
    </div>
  );
}

/** Booked, or what it waits for: the bank, or that somebody says how it is paid. */
function BookedHead({ order, waiting }: { order: Order; waiting: boolean }) {
  const t = useWords("pay");
  const room = useWords("sender");
  const takesCards = useTakesCards();
  const checking = t(takesCards ? "booked.checking" : "pay.waits");
  return (
    <>
      <PageHeader
        title={waiting ? checking : room("booked.title")}
        detail={<span className="serial">{order.number}</span>}
      />
      {!waiting && <Banner tone="done">{t("booked.text", { name: order.recipient.name })}</Banner>}
      {waiting && takesCards && <Banner icon="clock">{t("booked.checking-text")}</Banner>}
      {waiting && !takesCards && (
        <Button variant="filled" href={payAddress(order.id)}>
          {t("pay.go-on")}
        </Button>
      )}
    </>
  );
}
