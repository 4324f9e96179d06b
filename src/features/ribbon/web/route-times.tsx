import { fromIso } from "#kernel/instant.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { BoardCourier } from "#features/dispatch/contract/board.ts";
import { isApart, type StopArrival } from "#features/times/domain/stop-arrival.ts";
import { FactGap } from "#features/lateness/web/public.ts";

/** When a route ends by what is known now, beside the plan or the shift, and why that may be doubted. */
export function RouteTimes({ courier, zone }: { courier: Pick<BoardCourier, "route">; zone: string }) {
  const t = useWords("ribbon");
  const { stops, times } = courier.route;
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
        {times.status !== "available" && <span className="line-doubt"> · {t(`status.${times.status}`)}</span>}
      </span>
    </>
  );
}

/** The end of the day beside that of the planned shift. */
function ShiftEnd({ at, shiftEnd, zone }: { at: string; shiftEnd: string; zone: string }) {
  const t = useWords("ribbon");
  const f = useFormat();
  const isOver = at > shiftEnd;
  return (
    <span className={isOver ? "line-overtime" : undefined}>
      <span className="line-whole-times">
        {t(isOver ? "route.over-shift" : "route.in-shift", {
          time: f.time(at, zone),
          shift: f.time(shiftEnd, zone),
          over: f.duration((fromIso(at) - fromIso(shiftEnd)) / 1000),
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
  const t = useWords("ribbon");
  const f = useFormat();
  const [time, planned] = [f.time(last.at, zone), f.time(last.planned, zone)];
  return isApart(last) ? t("route.until-planned", { time, planned }) : t("route.until", { time });
}
