import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { Collecting, TrackingView } from "../contract/api.ts";
import { Row } from "./details.tsx";

/** Says where and when to collect it, and what to show at the counter once it is there. */
export function CollectCard({ view, collect }: { view: TrackingView; collect: Collecting }) {
  const t = useWords("tracking");
  const format = useFormat();
  const { address, always, open, ready } = collect;
  return (
    <section className="track-card track-collect">
      <h2 className="title">{t("collect.title")}</h2>
      {ready && (
        <>
          <svg
            className="track-code"
            role="img"
            aria-label={t("collect.code", { number: view.number })}
            viewBox={`0 0 ${ready.code.size} ${ready.code.size}`}
          >
            <path d={ready.code.path} />
          </svg>
          <p className="title-large figure" dir="ltr">
            {view.number}
          </p>
          <p>{t("collect.show")}</p>
        </>
      )}
      <dl className="track-facts">
        <Row name={t("collect.where")}>{address ?? view.carrier}</Row>
        {open.length > 0 && (
          <Row name={t("collect.open")}>
            {always
              ? t("collect.always")
              : open.map((window) => (
                  <span key={window.start} className="track-open">
                    {window.wholeDay
                      ? t("collect.whole-day", { day: format.day(window.start, view.timezone) })
                      : format.window(window, view.timezone)}
                  </span>
                ))}
          </Row>
        )}
        {ready && <Row name={t("collect.until")}>{format.day(ready.keptUntil, view.timezone)}</Row>}
      </dl>
    </section>
  );
}
