import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { DaySpan } from "#web/ui/overlays/day-span.tsx";
import { type Days, PRESETS } from "../domain/period.ts";
import type { ReportSearch } from "./report-search.ts";
import { todayIn } from "./report-texts.ts";

type Props = Pick<PageProps<object, ReportSearch>, "search" | "setSearch"> & { days: Days; timezone: string };

/** Chooses the days of a report, by presets or by the calendar. */
export function Period({ search, setSearch, days, timezone }: Props) {
  const t = useWords("reports");
  return (
    <DaySpan
      label={t("period")}
      spans={PRESETS}
      chosen={search.period}
      textOf={(preset) => t(`period.${preset}`)}
      days={days}
      last={todayIn(timezone)}
      words={{ from: t("from"), to: t("to") }}
      onSpan={(preset) => setSearch(preset === "own" ? { period: preset, ...days } : { period: preset })}
      onDays={setSearch}
    />
  );
}
