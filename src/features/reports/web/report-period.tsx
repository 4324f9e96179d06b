import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { FilterChip } from "#web/ui/chip.tsx";
import { DateBox } from "#web/ui/overlays/date-box.tsx";
import { type Days, PRESETS } from "../domain/period.ts";
import type { ReportSearch } from "./report-search.ts";
import { todayIn } from "./report-texts.ts";

type Props = Pick<PageProps<object, ReportSearch>, "search" | "setSearch"> & { days: Days; zone: string };

/** Chooses the days of a report, by presets or by the calendar. */
export function Period({ search, setSearch, days, zone }: Props) {
  const t = useWords("reports");
  return (
    <div className="report-days" role="group" aria-label={t("period")}>
      {PRESETS.map((preset) => (
        <FilterChip
          key={preset}
          selected={preset === search.period}
          onChange={() => setSearch(preset === "own" ? { period: preset, ...days } : { period: preset })}
        >
          {t(`period.${preset}`)}
        </FilterChip>
      ))}
      {search.period === "own" && (
        <>
          <DateBox
            label={t("from")}
            value={days.from}
            max={days.to}
            onChange={(from) => from !== "" && setSearch({ from })}
          />
          <DateBox
            label={t("to")}
            value={days.to}
            min={days.from}
            max={todayIn(zone)}
            onChange={(to) => to !== "" && setSearch({ to })}
          />
        </>
      )}
    </div>
  );
}
