import { fromIso } from "#kernel/instant.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useMinute } from "#web/session/use-minute.ts";
import { classes } from "#web/ui/class-names.ts";
import { Badge } from "#web/ui/status.tsx";
import {
  lateCounts,
  type LateWork,
  lateWork,
  type PromisedDay,
  type PromisedStop,
} from "../domain/late-day.ts";
import { latenessOf, type Promised } from "../domain/lateness.ts";
import "./lateness.css";

interface LatenessProps extends Omit<Promised, "end"> {
  readonly end: string;
}

const DAY_MINUTES = 24 * 60;

/** How open work stands to its promise, in words that go on with the server's time; nothing while all is well. */
export function Lateness({ end, ...rest }: LatenessProps) {
  const t = useWords("lateness");
  const f = useFormat();
  const promised = { end: fromIso(end), ...rest };
  const kind = useMinute((now) => latenessOf(promised, now)?.kind);
  const minutes = useMinute((now) => latenessOf(promised, now)?.minutes ?? 0);
  if (!kind) return null;
  const days = { style: "unit", unit: "day", unitDisplay: "long" } as const;
  const time =
    minutes < DAY_MINUTES ? f.duration(minutes * 60) : f.number(Math.floor(minutes / DAY_MINUTES), days);
  return <span className={`badge lateness lateness-${kind}`}>{t(kind, { time })}</span>;
}

/** The promised time of work; from its end on marked as late, unless the work is over. */
export function PromisedTime({ end, isOver = false, className, children }: PromisedTimeProps) {
  const isPast = useMinute((now) => fromIso(end) <= now);
  return <time className={classes("figure", className, isPast && !isOver && "late")}>{children}</time>;
}

interface PromisedTimeProps {
  readonly end: string;
  readonly isOver?: boolean;
  readonly className: string;
  readonly children: React.ReactNode;
}

/** Work of the day that is late or will be; drawn again only when it is other work. */
export const useLateWork = (day: PromisedDay): LateWork => useMinute((now) => lateWork(day, now));

/** How many stops of a route are late or will be, and how many are at risk. */
export function RouteLateness({ stops }: { stops: readonly PromisedStop[] }) {
  const t = useWords("lateness");
  const late = useMinute((now) => lateCounts(stops, now).late);
  const risk = useMinute((now) => lateCounts(stops, now).risk);
  return (
    <>
      {late > 0 && <Badge tone="trouble">{t("late-count", { n: late })}</Badge>}
      {risk > 0 && <span className="badge lateness-at-risk">{t("risk-count", { n: risk })}</span>}
    </>
  );
}
