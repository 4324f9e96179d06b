import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { StopArrival } from "../domain/stop-arrival.ts";
import "./line-times.css";

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
