import { Suspense } from "react";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { useTitle } from "#web/shell/use-title.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Card } from "#web/ui/card.tsx";
import { MoneyText, NumberText } from "#web/ui/figures.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PriceTrace } from "#features/quotes/web/public.ts";
import { StateChip } from "#features/deliveries/web/public.ts";
import { DeliveryTimeline } from "./history/delivery-timeline.tsx";
import { ProofGallery } from "./history/proof-gallery.tsx";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { DetailActions } from "./detail-actions.tsx";
import { DetailPlaces } from "./detail-places.tsx";
import { DetailTasks } from "./detail-tasks.tsx";
import { deliveryPanels } from "./detail-panel.ts";
import { PartsAction } from "./parts-action.tsx";
import { useDelivery } from "./use-delivery.ts";
import "./dispatcher.css";
import { ParcelFacts } from "./parcel-facts.tsx";

/** All there is to know of one delivery, and what may be done with it now. */
export function DispatcherDetail({ params }: PageProps<{ id: string }>) {
  const { id } = params;
  const { query, keep } = useDelivery(id);
  useTitle(query.data?.number);
  if (query.data) return <Detail delivery={query.data} onChanged={keep} />;
  if (query.error) return <ProblemMessage page error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton look="card" lines={4} />;
}

function Detail({ delivery, onChanged }: { delivery: Delivery; onChanged: (fresh: Delivery) => void }) {
  const t = useWords("delivery-pages");
  const shared = useWords("deliveries");
  const f = useFormat();
  const zone = useZone();
  return (
    <article className="stack gap-4 dispatcher">
      <PageHeader
        back="/d/deliveries"
        title={<NumberText>{delivery.number}</NumberText>}
        detail={t("detail.header", {
          window: f.window(delivery.window, zone),
          courier: delivery.courierName ?? t("list.no-courier"),
        })}
        actions={<StateChip state={delivery.state} strong />}
      />
      <DetailActions delivery={delivery} onChanged={onChanged} />
      <div className="detail">
        <div className="detail-column">
          <Card title={shared("timeline.label")}>
            <DeliveryTimeline delivery={delivery} zone={zone} />
          </Card>
          {delivery.proofs.length > 0 && (
            <Card title={t("detail.proofs")}>
              <ProofGallery delivery={delivery} />
            </Card>
          )}
          <Card title={t("detail.tasks")}>
            <DetailTasks delivery={delivery} zone={zone} />
          </Card>
          <div className="detail-column detail-last">
            <Panels delivery={delivery} />
          </div>
        </div>
        <div className="detail-column">
          <Card title={t("detail.places")} copy="dispatcher">
            <DetailPlaces delivery={delivery} />
          </Card>
          <Card title={t("detail.parcels", { n: delivery.parcels })}>
            <div className="stack gap-4">
              <ParcelFacts delivery={delivery} zone={zone} />
              <PartsAction delivery={delivery} onChanged={onChanged} />
            </div>
          </Card>
          {delivery.price && (
            <Card title={t("detail.price")} aside={<MoneyText amount={delivery.price.total} strong />}>
              <PriceTrace price={delivery.price} />
            </Card>
          )}
        </div>
      </div>
    </article>
  );
}

function Panels({ delivery }: { delivery: Delivery }) {
  const t = useWords("delivery-pages");
  return deliveryPanels().map(({ title, Content }, at) => {
    const content = (
      <Suspense key={at} fallback={title === null ? null : <Skeleton lines={2} />}>
        <Content deliveryId={delivery.id} orderId={delivery.orderId} number={delivery.number} />
      </Suspense>
    );
    return title === null ? (
      content
    ) : (
      <Card key={at} title={t(title)} copy="recipient">
        {content}
      </Card>
    );
  });
}
