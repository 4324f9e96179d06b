import { addDays, localAt } from "#kernel/local-time.ts";
import { fromIso } from "#kernel/instant.ts";
import { type Formats, useFormat } from "#web/i18n/format.ts";
import { type Translate, useWords } from "#web/i18n/words.ts";
import { NumberText } from "#web/ui/figures.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { TrackingView } from "../contract/api.ts";
import { Arrival } from "./arrival.tsx";
import { isAwaited, riderOf, STATE_LOOK, type Way, wayOf } from "./look.ts";

/** The answer to the one question: where is it, and when does it come? */
export function Hero({ view, now }: { view: TrackingView; now: number }) {
  const t = useWords("tracking");
  const format = useFormat();
  const way = wayOf(view.state);
  return (
    <section className="track-hero">
      <header className="track-hero-head">
        <NumberText>{view.number}</NumberText>
        <span className="track-stamp" aria-hidden="true">
          <Icon name={STATE_LOOK[view.state].icon} size="large" />
        </span>
      </header>
      <div aria-live="polite" className="track-say">
        <h1 className="display">{titleOf(view, t)}</h1>
        {!view.collect && (
          <>
            <When view={view} now={now} t={t} format={format} />
            <Arrival view={view} now={now} />
          </>
        )}
        <p className="track-text">{textOf(view, t)}</p>
      </div>
      {way && <Rail way={way} view={view} />}
    </section>
  );
}

/** The state in a few words; that it waits at the hub is more than that the carrier has it. */
export function titleOf(view: TrackingView, t: Translate<"tracking">): string {
  const { state, collect, parts } = view;
  if (collect?.ready) return t("collect.ready");
  // Some parcels are here: nobody was missed, and not everything went back.
  if (parts && parts.delivered > 0 && PARTLY.has(state))
    return t("parts.title", { n: parts.delivered, all: view.parcels });
  return t(`state.${state}.title`);
}
const PARTLY: ReadonlySet<TrackingView["state"]> = new Set(["missed", "delivered", "returned", "disposed"]);

function textOf({ state, acts, carrier, collect, parts }: TrackingView, t: Translate<"tracking">): string {
  if (collect) return t(collect.ready ? "collect.ready-text" : "collect.text", { carrier });
  if (state === "missed" && parts && !acts) return t("parts.rest", { carrier });
  return state === "missed" && acts ? t("missed.choose") : t(`state.${state}.text`, { carrier });
}

interface WhenProps {
  readonly view: TrackingView;
  readonly now: number;
  readonly t: Translate<"tracking">;
  readonly format: Formats;
}

/** The promised window while it is awaited, the moment of the outcome afterwards. */
function When({ view, now, t, format }: WhenProps) {
  const { window, timezone, state } = view;
  if (!isAwaited(state)) {
    const at = view.proof?.at ?? view.timeline.at(-1)?.at;
    if (at === undefined || state === "returning") return null;
    const time = { day: format.day(at, timezone), time: format.time(at, timezone) };
    return <p className="track-when">{t("when.at", time)}</p>;
  }
  // The next try is not planned yet: an old window would be a false promise.
  if (state === "missed") return null;
  if (now >= fromIso(window.end))
    return <p className="track-when">{t("when.late", { window: format.window(window, timezone) })}</p>;
  return (
    <p className="track-when">
      <Icon name="clock" />
      <span className="hidden-text">{t("when.expected")} </span>
      {windowText({ view, now, t, format })}
    </p>
  );
}

/** "Today, 14:00 – 16:00" in the carrier's zone. */
function windowText({ view: { window, timezone }, now, t, format }: WhenProps): string {
  const day = localAt(fromIso(window.start), timezone).date;
  const today = localAt(now, timezone).date;
  const hours = format.hours(window, timezone);
  if (day === today) return t("when.today", { hours });
  if (day === addDays(today, 1)) return t("when.tomorrow", { hours });
  return format.window(window, timezone);
}

/** The route from booking to doorstep, with the parcel on it. */
function Rail({ way: { steps, reached }, view }: { way: Way; view: TrackingView }) {
  const t = useWords("tracking");
  const label = t(`step.${steps[reached - 1] ?? "booked"}`);
  return (
    <div className="track-rail">
      <p className="hidden-text">{t("step.progress", { at: reached, of: steps.length, label })}</p>
      <div className="track-line" aria-hidden="true">
        <span className="track-done" />
        {steps.map((step, n) => (
          <span key={step} className={`track-stop track-stop-${n}${n < reached ? " reached" : ""}`} />
        ))}
        <span className="track-rider">
          <Icon name={riderOf(view)} />
        </span>
      </div>
      <ol className="track-steps" aria-hidden="true">
        {steps.map((step, n) => (
          <li key={step} className={n < reached ? "reached" : undefined}>
            {t(`step.${step}`)}
          </li>
        ))}
      </ol>
    </div>
  );
}
