import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { isApart, type StopArrival } from "#features/times/domain/stop-arrival.ts";
import "./line-times.css";

/**
 * When a stop begins: for the eye the time, or where there is room its interval, and the plan where it is another; for ears
 * and for a pointer that rests all of it.
 */
export function Expected({ arrival, zone }: { arrival: StopArrival; zone: string }) {
  const t = useWords("times");
  const own = useWords("lateness");
  const f = useFormat();
  const { at, earliest, latest } = arrival;
  const [hours, planned] = [f.hours({ start: earliest, end: latest }, zone), f.time(arrival.planned, zone)];
  const words = t("stop.expected", { hours, planned });
  return (
    <span className="line-expected figure small" title={words}>
      <span aria-hidden="true">
        <span className="line-at strong">≈ {f.time(at, zone)}</span>
        <span className="line-between strong">≈ {hours}</span>
        {isApart(arrival) && <span className="line-planned"> · {own("planned", { planned })}</span>}
      </span>
      <span className="hidden-text">{words}</span>
    </span>
  );
}

export const FactGap = () => <span className="line-gap"> · </span>;
