import { useZoneNames } from "#features/prices/web/public.ts";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FilterChip } from "#web/ui/chip.tsx";
import { DateBox } from "#web/ui/overlays/date-box.tsx";
import { Select } from "#web/ui/select.tsx";
import { type Days, SPANS } from "../domain/span.ts";
import type { ReplaySearch } from "./replay-search.ts";

type Props = Pick<PageProps<object, ReplaySearch>, "search" | "setSearch"> & {
  days: Days;
  today: string;
  disabled: boolean;
  isPending: boolean;
  onRun: () => void;
};

/** Stands for every level or zone. */
const ALL = "*";

/** Chooses the orders of a replay and starts it. */
export function ReplaySetup({ search, setSearch, days, today, disabled, isPending, onRun }: Props) {
  const t = useWords("replays");
  const { levels, nameOf } = useLevelNames();
  const zones = useZoneNames() ?? new Map<string, string>();
  return (
    <Card title={t("setup.title")}>
      <div className="replay-span" role="group" aria-label={t("setup.span")}>
        {SPANS.map((span) => (
          <FilterChip
            key={span}
            selected={span === search.span}
            onChange={() => setSearch(span === "own" ? { span, ...days } : { span })}
          >
            {t(`span.${span}`)}
          </FilterChip>
        ))}
        {search.span === "own" && (
          <>
            <DateBox
              label={t("setup.from")}
              value={days.from}
              max={days.to}
              onChange={(from) => from !== "" && setSearch({ from })}
            />
            <DateBox
              label={t("setup.to")}
              value={days.to}
              min={days.from}
              max={today}
              onChange={(to) => to !== "" && setSearch({ to })}
            />
          </>
        )}
      </div>
      <div className="replay-fields">
        <Select
          label={t("setup.level")}
          value={search.level || ALL}
          onChange={(level) => setSearch({ level: level === ALL ? "" : level })}
          options={[
            { value: ALL, label: t("setup.every-level") },
            ...levels.map(({ code }) => ({ value: code, label: nameOf(code) })),
          ]}
        />
        {zones.size > 0 && (
          <Select
            label={t("setup.zone")}
            value={search.zone || ALL}
            onChange={(zone) => setSearch({ zone: zone === ALL ? "" : zone })}
            options={[
              { value: ALL, label: t("setup.every-zone") },
              ...[...zones].map(([value, label]) => ({ value, label })),
            ]}
          />
        )}
        <Button variant="filled" icon="refresh" disabled={disabled} loading={isPending} onClick={onRun}>
          {t("setup.run")}
        </Button>
      </div>
    </Card>
  );
}
