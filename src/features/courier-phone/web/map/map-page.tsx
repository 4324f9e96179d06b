import type { Point } from "#kernel/geo.ts";
import { distanceM } from "#kernel/geo.ts";
import { DayMissing, StatusLine, isAhead, nextStop, useDay } from "#features/courier/web/public.ts";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { go } from "#web/shell/navigate.ts";
import { type MapMarker, MapView } from "#web/map/map-view.tsx";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Button } from "#web/ui/button.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { KeptArea } from "./kept-area.tsx";
import { StopGrid } from "./stop-grid.tsx";
import { useOwnPlace } from "./use-own-place.ts";
import "./map-page.css";

/** The stops ahead on a map that needs no network, and the same as a list. */
export function MapPage() {
  const t = useWords("courier-phone");
  const day = useDay();
  const own = useOwnPlace();
  if (day.isPending) return <Skeleton look="card" lines={6} />;
  if (!day.data) return <DayMissing read={day} />;
  const stops = day.data.stops.filter(isAhead);
  return (
    <article className="courier-page stack gap-4">
      <PageHeader back="/c" title={t("map.title")} />
      <StatusLine />
      {stops.length === 0 ? (
        <StateMessage kind="empty" title={t("map.no-stops")} />
      ) : (
        <>
          <DayMap stops={stops} own={own.point} next={nextStop(day.data.stops)?.taskId} />
          {own.canAsk && (
            <Button icon="location" onClick={own.ask}>
              {t("map.show-me")}
            </Button>
          )}
          <StopList stops={stops} own={own.point} />
          <KeptArea points={stops.map(({ address }) => address.point)} />
        </>
      )}
    </article>
  );
}

interface Shown {
  readonly stops: readonly CourierStop[];
  readonly own: Point | undefined;
}

function DayMap({ stops, own, next }: Shown & { readonly next: string | undefined }) {
  const t = useWords("courier-phone");
  const markers: MapMarker[] = stops.map(({ taskId, address }, at) => ({
    id: taskId,
    kind: "stop",
    point: address.point,
    number: at + 1,
    selected: taskId === next,
  }));
  const points = stops.map(({ address }) => address.point);
  const way = own ? [own, ...points] : points;
  return (
    <MapView
      className="day-map"
      label={t("map.label")}
      markers={own ? [...markers, { id: OWN, kind: "courier", point: own }] : markers}
      lines={[{ id: "way", kind: "estimate", points: way }]}
      fitTo={points}
      onSelect={(id) => id !== OWN && go(`/c/stop/${id}`)}
      instead={<StopGrid points={points} own={own} />}
    />
  );
}

const OWN = "own";

/** Number, address and the straight distance from the place before. */
function StopList({ stops, own }: Shown) {
  const t = useWords("courier-phone");
  const kinds = useWords("courier");
  const format = useFormat();
  return (
    <section className="stack gap-2">
      <List ordered label={t("map.list")}>
        {stops.map((stop, at) => {
          const before = stops[at - 1]?.address.point ?? own;
          const far = before && format.distance(distanceM(before, stop.address.point));
          return (
            <ListItem
              key={stop.taskId}
              href={`/c/stop/${stop.taskId}`}
              start={<strong className="stop-number">{format.number(at + 1)}</strong>}
              title={<AddressBreak label={stop.address.label} />}
              detail={[kinds(`kind.${stop.kind}`), far].filter(Boolean).join(" · ")}
            />
          );
        })}
      </List>
      <p className="quiet small">{t("map.straight")}</p>
    </section>
  );
}
