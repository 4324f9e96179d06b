import type { BoardStop } from "#features/dispatch/contract/board.ts";
import { type ChosenTimesProps, isDone } from "#features/dispatch/web/public.ts";
import { FactGap, Lateness } from "#features/lateness/web/public.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import "./chosen-times.css";

/** The chosen delivery's times, one line for each stop: lateness, expected with its interval, planned, promised. */
export function ChosenTimes({ chosen, board }: ChosenTimesProps) {
  const t = useWords("ribbon");
  const [delivery, ...others] = chosen;
  if (!delivery || others.length > 0) return null;
  const stops = board.couriers
    .flatMap(({ route }) => route.stops)
    .filter(({ deliveryId }) => deliveryId === delivery.id);
  return (
    <ul className="chosen-times small" aria-label={t("chosen.title")}>
      {stops.map((stop) => (
        <StopTimes key={stop.taskId} stop={stop} zone={board.timezone} />
      ))}
      {board.unassigned.includes(delivery.id) && (
        <li>
          <Lateness end={delivery.window.end} isUnassigned /> <Promised {...delivery} zone={board.timezone} />
        </li>
      )}
    </ul>
  );
}

function StopTimes({ stop, zone }: { stop: BoardStop; zone: string }) {
  const dispatch = useWords("dispatch");
  const times = useWords("times");
  const f = useFormat();
  const { kind, state, arrival, reached, window, taskId } = stop;
  const fact = arrival
    ? times("stop.expected", {
        hours: f.hours({ start: arrival.earliest, end: arrival.latest }, zone),
        planned: f.time(arrival.planned, zone),
      })
    : `${dispatch(`task.${state}`)}${reached === undefined ? "" : ` ${f.time(reached, zone)}`}`;
  return (
    <li>
      <strong>{dispatch(`kind.${kind}`)}</strong>{" "}
      {!isDone(stop) && <Lateness end={window.end} arrival={arrival} />} {fact}
      <FactGap />
      <Promised window={window} zone={zone} />
      {arrival && (
        <>
          <FactGap />
          <a href={`/d/times/${taskId}`}>{times("stop.title")}</a>
        </>
      )}
    </li>
  );
}

function Promised({ window, zone }: { window: BoardStop["window"]; zone: string }) {
  const t = useWords("ribbon");
  const f = useFormat();
  return <span>{t("chosen.promised", { hours: f.hours(window, zone) })}</span>;
}
