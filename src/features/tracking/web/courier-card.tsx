import { lazy, Suspense, useState } from "react";
import { distanceM } from "#kernel/geo.ts";
import { fromIso, MINUTE_MS } from "#kernel/instant.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Avatar } from "#web/ui/person/avatar.tsx";
import type { TrackingView } from "../contract/api.ts";

const Map = lazy(() => import("./track-map.tsx").then((module) => ({ default: module.TrackMap })));

const VEHICLES = ["foot", "bike", "cargo_bike", "moped", "car", "van"] as const;

/** A position older than this is shown as what it is: where the courier was, and when. */
const OLD_MS = 2 * MINUTE_MS;

/** Shows who comes, how, and how far: only while this stop is next. The map is fetched when somebody wants it. */
export function CourierCard({
  view,
  courier,
  now,
}: {
  view: TrackingView;
  courier: NonNullable<TrackingView["courier"]>;
  /** The server's clock. */
  now: number;
}) {
  const t = useWords("tracking");
  const format = useFormat();
  const [isMapShown, showMap] = useState(false);
  const { point, at } = courier;
  const vehicle = VEHICLES.find((known) => known === courier.vehicle) ?? "bike";
  const isOld = at !== null && now - fromIso(at) > OLD_MS;
  const away = point && view.dropoff && !isOld ? distanceM(point, view.dropoff) : undefined;
  const facts = [
    t(`courier.${vehicle}`),
    ...(away === undefined ? [] : [t("courier.away", { distance: format.distance(Math.max(50, away)) })]),
    ...(isOld
      ? [t("courier.as-of", { time: format.time(at, view.timezone), ago: format.ago(at, now) })]
      : []),
  ];
  return (
    <section className="track-courier">
      <div className="track-who">
        <Avatar name={courier.firstName} />
        <div>
          <h2 className="title">{t("courier.name", { name: courier.firstName })}</h2>
          <p className="small quiet">{facts.join(" · ")}</p>
        </div>
        {point && (
          <Button
            icon="map"
            variant="outlined"
            aria-expanded={isMapShown}
            onClick={() => showMap(!isMapShown)}
          >
            {t(isMapShown ? "map.hide" : "map.show")}
          </Button>
        )}
      </div>
      {point && isMapShown && (
        <>
          <Suspense fallback={<div className="track-map" aria-busy="true" />}>
            <Map courier={point} isOld={isOld} dropoff={view.dropoff} />
          </Suspense>
          <p className="small quiet">{t("map.coarse")}</p>
        </>
      )}
    </section>
  );
}
