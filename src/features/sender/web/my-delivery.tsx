import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { deliveryHappened } from "#features/deliveries/contract/events.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { PriceTrace, StateChip } from "#features/deliveries/web/public.ts";
import { DeliveryTimeline } from "#features/delivery-pages/web/history/public.ts";
import { ProofGallery } from "#features/delivery-pages/web/history/public-parts.ts";
import { OrderDue, PaymentNeeded } from "#features/debts/web/public.tsx";
import { loadPrintLabels } from "#features/labels/web/public.ts";
import { loadEvidence } from "#features/evidence/web/public.ts";
import { OrderReceipts } from "#features/receipts/web/public.tsx";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import { MapView } from "#web/map/map-view.tsx";
import { useTakesCards, useZone } from "#web/session/config.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { untilProofsArrive } from "./proofs-on-their-way.ts";
import { TrackingLink } from "./tracking-link.tsx";
import "./sender.css";

const Evidence = lazy(async () => ({ default: await loadEvidence({ isCard: true }) }));
const Labels = lazy(async () => ({ default: (await loadPrintLabels()).DeliveryLabels }));

/** One of my deliveries: where it is now, what happened, what it cost, and cancelling while that is possible. */
export function MyDelivery({ params }: PageProps<{ id: string }>) {
  const queries = useQueryClient();
  const queryKey = ["delivery", params.id];
  const again = () => void queries.invalidateQueries({ queryKey });
  useLive([
    onLive(deliveryHappened, ({ deliveryId }) => deliveryId === params.id && again()),
    onResync(again),
  ]);
  const delivery = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(deliveriesApi.readDelivery, { id: params.id }, { signal }),
    refetchInterval: ({ state }) => untilProofsArrive(state.data),
  });
  if (delivery.isPending) return <Skeleton look="card" lines={6} />;
  if (!delivery.data)
    return <ProblemMessage page error={delivery.error} onRetry={() => void delivery.refetch()} />;
  return (
    <>
      <RefusalNote error={delivery.error} onRetry={() => void delivery.refetch()} />
      <Follow delivery={delivery.data} onChanged={(fresh) => queries.setQueryData(queryKey, fresh)} />
    </>
  );
}

function Follow({ delivery, onChanged }: { delivery: Delivery; onChanged: (fresh: Delivery) => void }) {
  const t = useWords("sender");
  const format = useFormat();
  const zone = useZone();
  const takesCards = useTakesCards();
  const [cancelling, setCancelling] = useState(false);
  const isCancelled = delivery.state === "cancelled";
  const [mapped, setMapped] = useState(false);
  return (
    <article className="mine stack gap-4">
      <PageHeader
        back="/my/deliveries"
        title={delivery.recipient.name}
        detail={<span className="serial">{delivery.number}</span>}
        actions={<StateChip state={delivery.state} />}
      />
      <PaymentNeeded orderId={delivery.orderId} />
      <div className="one-columns">
        <div className="stack gap-4">
          <Card title={t("one.story")}>
            <DeliveryTimeline delivery={delivery} zone={zone} />
          </Card>
          {delivery.proofs.length > 0 && (
            <Card title={t("one.proof")}>
              <ProofGallery delivery={delivery} />
            </Card>
          )}
        </div>
        <div className="stack gap-4">
          <Card title={t("price.what")} copy="sender">
            <Facts>
              <Fact name={t("when.window")} strong>
                {format.window(delivery.window, zone)}
              </Fact>
              <Fact name={t("address.pickup")}>
                <AddressBreak label={delivery.pickup.label} />
              </Fact>
              <Fact name={t("address.dropoff")}>
                <AddressBreak label={delivery.dropoff.label} />
              </Fact>
              {delivery.courierName !== null && <Fact name={t("one.courier")}>{delivery.courierName}</Fact>}
            </Facts>
            {mapped ? (
              <Ends delivery={delivery} />
            ) : (
              <Button icon="map" onClick={() => setMapped(true)}>
                {t("one.map")}
              </Button>
            )}
          </Card>
          {delivery.price && (
            <Card title={t("price.trace")}>
              <PriceTrace price={delivery.price} />
            </Card>
          )}
          <OrderDue orderId={delivery.orderId} isRare={takesCards} />
          <OrderReceipts orderId={delivery.orderId} isPromised={!isCancelled} />
          {!isCancelled && (
            <Suspense fallback={null}>
              <Labels deliveryId={delivery.id} />
            </Suspense>
          )}
          <Suspense fallback={null}>
            <Evidence deliveryId={delivery.id} number={delivery.number} />
          </Suspense>
          {!isCancelled && (
            <Card title={t("one.share")} copy="recipient">
              <TrackingLink deliveryId={delivery.id} />
            </Card>
          )}
          {delivery.actions.includes("cancel") && (
            <Button variant="outlined" tone="danger" icon="close" onClick={() => setCancelling(true)}>
              {t("cancel.open")}
            </Button>
          )}
        </div>
      </div>
      {cancelling && (
        <CancelDialog
          deliveryId={delivery.id}
          onClose={() => setCancelling(false)}
          onCancelled={(fresh) => {
            onChanged(fresh);
            setCancelling(false);
          }}
        />
      )}
    </article>
  );
}

function Ends({ delivery }: { delivery: Delivery }) {
  const t = useWords("sender");
  const { pickup, dropoff } = delivery;
  const markers = useMemo(
    () => [
      { id: "pickup", kind: "pickup" as const, point: pickup.point },
      { id: "dropoff", kind: "dropoff" as const, point: dropoff.point },
    ],
    [pickup.point, dropoff.point],
  );
  const fitTo = useMemo(() => [pickup.point, dropoff.point], [pickup.point, dropoff.point]);
  return <MapView className="book-map" label={t("one.map")} markers={markers} fitTo={fitTo} />;
}
