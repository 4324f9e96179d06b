import { MINUTE_MS } from "#kernel/instant.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { Status } from "../domain/status.ts";
import type { StopArrival } from "../domain/stop-arrival.ts";

/** A prediction that is this far from the plan is shown beside it. */
const APART_MS = 5 * MINUTE_MS;

/** When a stop begins: the time for the eye, interval and plan for ears and for a pointer that rests. */
export function Expected({ arrival, zone }: { arrival: StopArrival; zone: string }) {
  const t = useWords("times");
  const f = useFormat();
  const { at, earliest, latest, planned } = arrival;
  const words = t("stop.expected", {
    hours: f.hours({ start: earliest, end: latest }, zone),
    planned: f.time(planned, zone),
  });
  return (
    <span className="line-expected figure small strong" title={words}>
      <span aria-hidden="true">≈ {f.time(at, zone)}</span>
      <span className="hidden-text">{words}</span>
    </span>
  );
}

export const FactGap = () => <span className="line-gap"> · </span>;

/** A courier's stops in their order, and how far their predictions can be trusted. */
interface TimedRoute {
  readonly stops: readonly { readonly arrival?: StopArrival }[];
  readonly times: {
    readonly status: Status;
    readonly end?: { readonly at: string; readonly shiftEnd: string | null } | undefined;
  } | null;
}

/** When a route ends by what is known now, beside the plan or the shift, and why that may be doubted. */
export function RouteTimes({ route: { stops, times }, zone }: { route: TimedRoute; zone: string }) {
  const t = useWords("times");
  const last = stops.findLast((stop) => stop.arrival)?.arrival;
  if (!last || !times) return null;
  const { end } = times;
  return (
    <>
      <FactGap />
      <span data-testid="route-times">
        {end?.shiftEnd ? (
          <ShiftEnd at={end.at} shiftEnd={end.shiftEnd} zone={zone} />
        ) : (
          <LastStop last={last} zone={zone} />
        )}
        {times.status !== "available" && <span className="line-doubt"> · {t(`times.${times.status}`)}</span>}
      </span>
    </>
  );
}

/** The end of the day beside that of the planned shift. */
function ShiftEnd({ at, shiftEnd, zone }: { at: string; shiftEnd: string; zone: string }) {
  const t = useWords("times");
  const f = useFormat();
  const isOver = at > shiftEnd;
  return (
    <span className={isOver ? "line-overtime" : undefined}>
      <span className="line-whole-times">
        {t(isOver ? "route.over-shift" : "route.in-shift", {
          time: f.time(at, zone),
          shift: f.time(shiftEnd, zone),
        })}
      </span>
      <span className="line-short-times" aria-hidden="true">
        {t("route.until", { time: f.time(at, zone) })}
      </span>
    </span>
  );
}

/** The last stop's time where no shift is planned. */
function LastStop({ last, zone }: { last: StopArrival; zone: string }) {
  const t = useWords("times");
  const f = useFormat();
  const [time, planned] = [f.time(last.at, zone), f.time(last.planned, zone)];
  const isApart = Math.abs(last.at - last.planned) >= APART_MS;
  return isApart ? t("route.until-planned", { time, planned }) : t("route.until", { time });
}
