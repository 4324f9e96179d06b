import { lazy, Suspense, useEffect, useState } from "react";
import type { Point } from "#kernel/geo.ts";
import { useWords } from "#web/i18n/words.ts";
import "#web/install/install-way.ts";
import { whenIdle } from "#web/offline/when-idle.ts";
import { dayName } from "#web/i18n/day-name.ts";
import { useFormat } from "#web/i18n/format.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { Switch } from "#web/ui/choice.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { CourierDay } from "../contract/api.ts";
import { DayMissing } from "./day-missing.tsx";
import { dayPart } from "./day-part.ts";
import { isAhead, nextStop, useDay } from "./day-query.ts";
import { useNeedNames } from "./needs-note.tsx";
import { phone } from "./phone-view.ts";
import { StatusLine } from "./status-line.tsx";
import { StopRow } from "./stop-row.tsx";
import { useDuty } from "./use-duty.ts";
import "./actions.css";
import "./courier.css";

/** Come after the first paint. */
const later = () => import("./parcel-links.tsx");
const ParcelLinks = lazy(() => later().then((module) => ({ default: module.ParcelLinks })));
const DayAction = lazy(() => later().then((module) => ({ default: module.DayAction })));

/** Today's stops in their order: what is next on top, what is done below. */
export function Day() {
  const t = useWords("courier");
  const format = useFormat();
  const read = useDay();
  const day = read.data;
  useMapAhead(day);
  if (read.isPending) return <Skeleton look="rows" lines={6} />;
  if (!day) return <DayMissing read={read} />;
  const ahead = day.stops.filter(isAhead);
  const past = day.stops.filter((stop) => !isAhead(stop));
  const next = nextStop(day.stops);
  return (
    <div className="courier-day stack gap-4">
      <PageHeader
        title={t("day.title")}
        detail={`${dayName(format, day.date)} · ${t("day.left", { n: ahead.length })}`}
      />
      <StatusLine />
      <Revision day={day} />
      {next && (
        <ol className="courier-stops" aria-label={t("stop.next")}>
          <StopRow stop={next} day={day} isNext />
        </ol>
      )}
      <Duty day={day} />
      <Button variant="text" full icon="calendar" href="/c/shifts">
        {t("day.shifts")}
      </Button>
      <dayPart.Parts />
      <Asked day={day} />
      <Suspense fallback={null}>
        <ParcelLinks day={day} />
      </Suspense>
      {ahead.length > 0 && (
        <Button size="large" variant="outlined" full icon="map" href="/c/map">
          {t("day.map")}
        </Button>
      )}
      {day.stops.length === 0 && (
        <StateMessage kind="empty" title={t("day.empty.title")}>
          <p>{t("day.empty.text")}</p>
        </StateMessage>
      )}
      {ahead.length > (next ? 1 : 0) && (
        <ol className="courier-stops" aria-label={t("day.ahead")}>
          {ahead
            .filter((stop) => stop !== next)
            .map((stop) => (
              <StopRow key={stop.taskId} stop={stop} day={day} isNext={false} />
            ))}
        </ol>
      )}
      {ahead.length === 0 && past.length > 0 && <Banner tone="done">{t("day.finished")}</Banner>}
      {past.length > 0 && (
        <details className="courier-past">
          <summary>{t("day.past", { n: past.length })}</summary>
          <ol className="courier-stops">
            {past.map((stop) => (
              <StopRow key={stop.taskId} stop={stop} day={day} isNext={false} />
            ))}
          </ol>
        </details>
      )}
      <Suspense fallback={null}>
        <DayAction day={day} />
      </Suspense>
    </div>
  );
}

/** On duty, stores the map around the stops, for places without a network. */
function useMapAhead(day: CourierDay | undefined): void {
  const isOnDuty = day?.onDuty === true;
  const places = isOnDuty ? JSON.stringify(day.stops.map(({ address }) => address.point)) : "[]";
  useEffect(() => {
    const points: Point[] = JSON.parse(places);
    if (points.length === 0) return;
    import("#web/map/kept/keep-area.ts").then(
      ({ keepArea }) => whenIdle(() => keepArea(points).catch(() => undefined)),
      () => undefined,
    );
  }, [places]);
}

/** On duty or not; positions are kept only on duty. */
function Duty({ day }: { day: CourierDay }) {
  const t = useWords("courier");
  const { error, keep } = useDuty();
  return (
    <div className="courier-duty">
      <Switch
        label={day.onDuty ? t("duty.on") : t("duty.off")}
        {...(!day.onDuty && { hint: t("duty.hint") })}
        checked={day.onDuty}
        onChange={(onDuty) => void keep(onDuty)}
      />
      <Button variant="text" icon="visibility" href="/c/seen">
        {t("day.seen-by")}
      </Button>
      <RefusalNote error={error} />
    </div>
  );
}

/** Pictures that the office waits for. */
function Asked({ day: { asked = [] } }: { day: CourierDay }) {
  const t = useWords("courier");
  const format = useFormat();
  const names = useNeedNames();
  if (asked.length === 0) return null;
  const list = format.list(asked.map(({ number, kinds }) => `${number} (${names(kinds)})`));
  return (
    <Banner tone="warning" icon="camera">
      {t("day.asked", { list })}
    </Banner>
  );
}

/** Says that the plan changed, until the courier has seen it. */
function Revision({ day }: { day: CourierDay }) {
  const t = useWords("courier");
  const [state, setState] = useState<{ isPending: boolean; error: unknown }>({
    isPending: false,
    error: null,
  });
  const see = async () => {
    setState({ isPending: true, error: null });
    const error: unknown = await phone()
      .then((one) => one.acknowledge())
      .then(
        () => null,
        (problem: unknown) => problem,
      );
    setState({ isPending: false, error });
  };
  const { route } = day;
  if (!route || route.ackRevision >= route.revision) return null;
  return (
    <Banner
      tone="info"
      icon="route"
      urgent
      actions={
        <Button variant="outlined" loading={state.isPending} onClick={() => void see()}>
          {t("day.seen")}
        </Button>
      }
    >
      {t(route.ackRevision === 0 ? "day.new-route" : "day.changed-route")}
      <RefusalNote error={state.error} />
    </Banner>
  );
}
