import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Progress } from "#web/ui/progress.tsx";
import type { SlotLoad } from "../../contract/api.ts";
import { usePlanWords } from "./plan-words.ts";

type Day = SlotLoad["days"][number];

interface LoadDayProps {
  day: Day;
  /** "Today". */
  name: string;
  zone: string;
  /** Headings stand below the page's own, not below a card's. */
  isPage?: boolean;
}

/** One day's rows with their places, and who promised more. */
export function LoadDay({ day, name, zone, isPage = false }: LoadDayProps) {
  const [Heading, Part] = isPage ? (["h2", "h3"] as const) : (["h3", "h4"] as const);
  const t = useWords("capacity");
  const drafts = useWords("drafts");
  const { nameOf } = useLevelNames();
  const f = useFormat();
  const { dateOf } = usePlanWords();
  return (
    <section className="load-day" aria-label={name}>
      <Heading className="subtitle">{t("load.day", { name, date: dateOf(day) })}</Heading>
      <p className="quiet small">{t("load.taken", { n: day.taken })}</p>
      {day.closed && <p className="strong">{t("load.closed", { reason: day.reason })}</p>}
      {day.rows.length === 0 && !day.closed && <p className="quiet">{t("load.none")}</p>}
      <ul className="load-rows">
        {day.rows.map((row) => (
          <RowLoad key={row.id} row={row} />
        ))}
      </ul>
      {day.overbooked.length > 0 && (
        <>
          <Part className="small strong">{t("load.over")}</Part>
          <ul className="load-rows">
            {day.overbooked.map((one) => (
              <li key={`${one.at}${one.window.start}`} className="small">
                {t("load.over-one", {
                  by: one.by ?? drafts("somebody"),
                  at: f.dateTime(one.at, zone),
                  window: f.hours(one.window, zone),
                  service: nameOf(one.level),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** A row with its bar; without a limit it is a count alone. */
function RowLoad({ row }: { row: Day["rows"][number] }) {
  const t = useWords("capacity");
  const { rowName } = usePlanWords();
  const { places, taken } = row;
  const over = places === null ? 0 : taken - places;
  return (
    <li className="load-row">
      <span>{rowName(row)}</span>
      <span className="figure">
        {places === null && t("load.count", { taken })}
        {places !== null && over <= 0 && t("load.row", { taken, places })}
        {places !== null && over > 0 && t("load.row-over", { taken, places, over })}
      </span>
      {places !== null && places > 0 && <Progress label={rowName(row)} value={Math.min(1, taken / places)} />}
    </li>
  );
}
