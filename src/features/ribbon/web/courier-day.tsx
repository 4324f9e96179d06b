import type { CourierDayProps } from "#features/dispatch/web/public.ts";
import { FactGap } from "#features/lateness/web/public.ts";
import { usePositions } from "#features/board-map/web/public.ts";
import { MINUTE_MS, fromIso } from "#kernel/instant.ts";
import type { Window } from "#kernel/window.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { shareOf } from "../domain/day-line.ts";
import { peakOf } from "../domain/load.ts";
import "./ribbon.css";
import { RouteTimes } from "./route-times.tsx";
import { type CourierDay, useDay } from "./use-day.ts";

/** A position is said from this age on. */
const AGE_MS = 2 * MINUTE_MS;

/** End of the day, break, peak load and age of the position, always in this order. */
export function CourierFacts({ courier, date, zone }: CourierDayProps) {
  const t = useWords("ribbon");
  const f = useFormat();
  const day = useDay(courier, date);
  const [rest] = day?.line.breaks ?? [];
  const peak = peakOf(day?.load ?? []);
  return (
    <>
      <RouteTimes courier={courier} zone={zone} />
      {rest && <Fact>{t("fact.break", { time: f.time(rest.start, zone) })}</Fact>}
      {peak > 0 && <Fact>{t("fact.load", { share: f.percent(Math.round(peak * 100) / 100) })}</Fact>}
      {day && courier.onDuty && <PositionAge courier={courier} now={day.now} />}
    </>
  );
}

const Fact = ({ children }: { children: string }) => (
  <span>
    <FactGap />
    {children}
  </span>
);

function PositionAge({ courier, now }: { courier: CourierDayProps["courier"]; now: number }) {
  const t = useWords("ribbon");
  const f = useFormat();
  const position = usePositions().get(courier.id) ?? courier.position;
  if (!position || now - fromIso(position.at) < AGE_MS) return null;
  return <Fact>{t("fact.seen", { ago: f.ago(fromIso(position.at), now) })}</Fact>;
}

/** The day as a ribbon on the axis of all couriers; what it marks is said in words, too. */
export function CourierLine({ courier, date }: CourierDayProps) {
  const t = useWords("ribbon");
  const day = useDay(courier, date);
  if (!day?.axis) return <span className="ribbon" />;
  const late = day.line.marks.filter(({ mark }) => mark === "late").length;
  const tight = day.line.marks.length - late;
  const words = [
    ...(late > 0 ? [t("line.late", { n: late })] : []),
    ...(tight > 0 ? [t("line.tight", { n: tight })] : []),
  ];
  return (
    <>
      <Picture day={day} axis={day.axis} />
      {words.length > 0 && <span className="hidden-text">, {words.join(", ")}</span>}
    </>
  );
}

/** Units of the picture's width; it is stretched over the row. */
const WIDTH = 1000;
const HEIGHT = 16;
const MARK = 6;

function Picture({ day: { line, load, now }, axis }: { day: CourierDay; axis: Window }) {
  const x = (at: number): number => Math.round(shareOf(at, axis) * WIDTH);
  const level = (share: number): number => HEIGHT - Math.round(Math.min(1, share) * (HEIGHT - 2));
  const steps = load.map(({ at, share }) => `H${x(at)}V${level(share)}`).join("");
  return (
    <svg className="ribbon" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {line.parts.map(({ kind, start, end }) => (
        <rect
          key={start}
          className={`ribbon-${kind}`}
          x={x(start)}
          y={kind === "work" ? 2 : kind === "drive" ? 6 : 4}
          width={Math.max(kind === "work" ? 3 : 1, x(end) - x(start))}
          height={kind === "work" ? 12 : kind === "drive" ? 4 : 8}
        />
      ))}
      {steps !== "" && <path className="ribbon-load" d={`M${x(now)} ${HEIGHT}${steps}`} />}
      {line.marks.map(({ taskId, at, mark }) => (
        <rect
          key={taskId}
          className={`ribbon-${mark}`}
          x={x(at) - MARK / 2}
          y={0}
          width={MARK}
          height={HEIGHT}
        />
      ))}
      <line className="ribbon-now" x1={x(now)} x2={x(now)} y1={0} y2={HEIGHT} />
    </svg>
  );
}
