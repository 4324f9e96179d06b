import { lazy, Suspense, useState } from "react";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Button } from "#web/ui/button.tsx";
import { DistanceText, LtrText } from "#web/ui/figures.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Delivery, ShownContact } from "#features/deliveries/contract/shapes.ts";

const MapView = lazy(() => import("#web/map/map-view.tsx").then((m) => ({ default: m.MapView })));

/** Both ends: address, window and whom to call; the map when asked for. */
export function DetailPlaces({ delivery }: { delivery: Delivery }) {
  const t = useWords("delivery-pages");
  const shared = useWords("deliveries");
  const f = useFormat();
  const zone = useZone();
  const [mapped, setMapped] = useState(false);
  const { pickup, dropoff } = delivery;
  return (
    <>
      <Place
        title={shared("kind.collect")}
        address={pickup}
        contact={delivery.sender}
        when={f.window(delivery.pickupWindow, zone)}
      />
      <Place
        title={shared("kind.deliver")}
        address={dropoff}
        contact={delivery.recipient}
        when={f.window(delivery.window, zone)}
      />
      <Facts>
        <Fact name={t("detail.distance")}>
          <DistanceText
            metres={delivery.distanceM}
            {...(delivery.distanceSource === "estimated" && { estimated: t("detail.estimated") })}
          />
        </Fact>
        <Fact name={t("detail.custody")}>{shared(`custody.${delivery.custody}`)}</Fact>
      </Facts>
      {mapped ? (
        <Suspense fallback={<Skeleton look="card" lines={1} />}>
          <div className="detail-map">
            <MapView
              label={t("detail.map-label")}
              markers={[
                { id: "pickup", kind: "pickup", point: pickup.point },
                { id: "dropoff", kind: "dropoff", point: dropoff.point },
              ]}
              lines={[{ id: "way", kind: "estimate", points: [pickup.point, dropoff.point] }]}
              fitTo={[pickup.point, dropoff.point]}
            />
          </div>
        </Suspense>
      ) : (
        <Button icon="map" onClick={() => setMapped(true)}>
          {t("detail.map")}
        </Button>
      )}
    </>
  );
}

interface PlaceProps {
  title: string;
  address: Delivery["pickup"];
  contact: ShownContact;
  when: string;
}

function Place({ title, address, contact, when }: PlaceProps) {
  const t = useWords("delivery-pages");
  return (
    <section className="detail-place">
      <h3 className="title">{title}</h3>
      <span className="strong" dir="auto">
        <AddressBreak label={address.label} />
      </span>
      {address.detail !== null && address.detail !== "" && <span dir="auto">{address.detail}</span>}
      <span className="quiet small figure">{when}</span>
      <span className="row gap-2">
        <span>{contact.name}</span>
        {contact.phone !== null && (
          <a href={`tel:${contact.phone}`}>
            <span className="hidden-text">{t("detail.call", { name: contact.name })} </span>
            <LtrText>{contact.phone}</LtrText>
          </a>
        )}
        {contact.email !== null && (
          <a href={`mailto:${contact.email}`}>
            <LtrText>{contact.email}</LtrText>
          </a>
        )}
      </span>
      {contact.note !== "" && (
        <span className="quiet small" dir="auto">
          {contact.note}
        </span>
      )}
    </section>
  );
}
