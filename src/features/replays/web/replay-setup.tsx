import { useZoneNames } from "#features/prices/web/public.ts";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DaySpan } from "#web/ui/overlays/day-span.tsx";
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
      <DaySpan
        label={t("setup.span")}
        spans={SPANS}
        chosen={search.span}
        textOf={(span) => t(`span.${span}`)}
        days={days}
        last={today}
        words={{ from: t("setup.from"), to: t("setup.to") }}
        onSpan={(span) => setSearch(span === "own" ? { span, ...days } : { span })}
        onDays={setSearch}
      />
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
