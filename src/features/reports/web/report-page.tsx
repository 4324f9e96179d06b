import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { scopeOf } from "#kernel/permission.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { rolesOf, useSession } from "#web/session/session.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { type MoneyOfDays, type Report, reportsApi } from "../contract/api.ts";
import { type Behind, FIGURE } from "../domain/figures.ts";
import { type Days, daysOf } from "../domain/period.ts";
import type { Dimension } from "../domain/sums.ts";
import { FigureCard } from "./figure-card.tsx";
import { type ReportSearch, VIEWS, type View } from "./report-search.ts";
import { todayIn, useDaysText } from "./report-texts.ts";
import { Period } from "./report-period.tsx";
import { ReportSection } from "./report-section.tsx";
import "./reports.css";
import {
  MONEY_CHART,
  MONEY_COLUMNS,
  MONEY_DIMENSIONS,
  MONEY_FIGURES,
  SHOWN,
  isEmpty,
  moneyFigure,
} from "./views.ts";
import { WeeklySwitch } from "./weekly-switch.tsx";

type Props = PageProps<object, ReportSearch>;

/** The company in numbers: promises, tries, stops and money of a period beside the one before. */
export function ReportPage({ search, setSearch }: Props) {
  const t = useWords("reports");
  const here = useZone();
  // A report says the time zone by which its days were counted: the area's, where it is not the server's.
  const [counted, setCounted] = useState<string>();
  const timezone = counted ?? here;
  const roles = rolesOf(useSession());
  const may = { reports: scopeOf({ roles }, "report:read"), money: scopeOf({ roles }, "money:read") };
  const days = daysOf(search.period, todayIn(timezone), ownOf(search));
  const views = VIEWS.filter((view) => (view === "money" ? may.money : may.reports) !== undefined);
  const view = views.find((one) => one === search.view) ?? views[0];
  if (!view) return <StateMessage page kind="forbidden" />;
  const shown = {
    search: { ...search, view },
    setSearch,
    days,
    mayOpen: may.reports !== undefined,
    onTimezone: setCounted,
  };
  return (
    <div className="report reports">
      <PageHeader
        title={t("title")}
        detail={t("text")}
        actions={
          may.reports !== undefined && (
            <Button variant="outlined" icon="clock" href="/d/reports/predictions">
              {t("predictions")}
            </Button>
          )
        }
      />
      <Period search={search} setSearch={setSearch} days={days} timezone={timezone} />
      <Tabs<View>
        label={t("views")}
        value={view}
        onChange={(next) => setSearch({ view: next, sort: "" })}
        tabs={views.map((one) => ({ value: one, label: t(`view.${one}`) }))}
      >
        <div className="stack gap-4">
          {view === "money" ? <MoneyView {...shown} /> : <NumbersView {...shown} view={view} />}
        </div>
      </Tabs>
      {may.reports !== undefined && <WeeklySwitch />}
    </div>
  );
}

const ownOf = ({ from, to }: ReportSearch): Partial<Days> => ({
  ...(from !== "" && { from }),
  ...(to !== "" && { to }),
});

interface ViewProps extends Pick<Props, "search" | "setSearch"> {
  days: Days;
  /** The reader may see the deliveries behind the numbers. */
  mayOpen: boolean;
}

interface TimedProps {
  onTimezone: (timezone: string) => void;
}

/** Tells by which time zone a report was counted. */
function useTimezoneOf(timezone: string | undefined, onTimezone: TimedProps["onTimezone"]): void {
  useEffect(() => {
    if (timezone !== undefined) onTimezone(timezone);
  }, [timezone, onTimezone]);
}

function NumbersView({
  view,
  onTimezone,
  ...props
}: ViewProps & TimedProps & { view: Exclude<View, "money"> }) {
  const { days } = props;
  const read = useQuery({
    queryKey: ["reports", days],
    queryFn: ({ signal }) => call(reportsApi.readReport, days, { signal }),
    placeholderData: (before) => before,
  });
  useTimezoneOf(read.data?.timezone, onTimezone);
  return <Read read={read}>{(report) => <Numbers {...props} view={view} report={report} />}</Read>;
}

interface ReadProps<T> {
  read: {
    data: T | undefined;
    error: unknown;
    isPending: boolean;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  children: (data: T) => ReactNode;
}

function Read<T>({ read, children }: ReadProps<T>) {
  const again = () => void read.refetch();
  if (read.isPending)
    return (
      <>
        <Skeleton look="card" lines={3} />
        <Skeleton look="card" lines={8} />
      </>
    );
  if (read.data === undefined) return <ProblemMessage error={read.error} onRetry={again} />;
  return (
    <div className="stack gap-4" aria-busy={read.isPlaceholderData}>
      <RefusalNote error={read.error} onRetry={again} />
      {children(read.data)}
    </div>
  );
}

function Numbers({
  report,
  view,
  search,
  setSearch,
  days,
}: ViewProps & { view: Exclude<View, "money">; report: Report }) {
  const { figures, dimensions, columns, charts, behind } = SHOWN[view];
  const all = report.groups.find(({ by }) => by === "all");
  const href = (what: Behind, by: Dimension = "all", key = "") =>
    `/d/reports/deliveries?${new URLSearchParams({ ...days, behind: what, by, key }).toString()}`;
  if (!all || (isEmpty(view, all.now) && isEmpty(view, all.before))) return <Nothing />;
  return (
    <>
      <Compared report={report} />
      <div className="figure-cards">
        {figures.map((name) => {
          const { unit, better, of, behind: what } = FIGURE[name];
          return (
            <FigureCard
              key={name}
              name={name}
              unit={unit}
              better={better}
              now={of(all.now)}
              before={of(all.before)}
              href={href(what)}
            />
          );
        })}
      </div>
      <ReportSection
        days={days}
        timezone={report.timezone}
        zones={report.zones}
        groups={report.groups}
        dimensions={dimensions}
        columns={columns}
        charts={charts}
        search={search}
        setSearch={setSearch}
        behindOf={(by, key) => href(by === "reason" ? "failed" : behind, by, key)}
      />
    </>
  );
}

function Nothing() {
  const t = useWords("reports");
  return (
    <StateMessage kind="empty" icon="list" title={t("empty.title")}>
      <p>{t("empty.text")}</p>
    </StateMessage>
  );
}

/** Names the days that are compared and the time of the numbers. */
function Compared({ report }: { report: Pick<Report, "days" | "before" | "asOf" | "timezone"> }) {
  const t = useWords("reports");
  const f = useFormat();
  const { days, before, asOf, timezone } = report;
  const span = useDaysText();
  return (
    <p className="quiet" role="status">
      {t("compared", { days: span(days), before: span(before), at: f.time(asOf, timezone) })}
    </p>
  );
}

function MoneyView({ days, mayOpen, onTimezone, ...props }: ViewProps & TimedProps) {
  const read = useQuery({
    queryKey: ["reports", "money", days],
    queryFn: ({ signal }) => call(reportsApi.readMoneyReport, days, { signal }),
    placeholderData: (before) => before,
  });
  useTimezoneOf(read.data?.timezone, onTimezone);
  return (
    <Read read={read}>
      {(report) => <MoneyNumbers {...props} days={days} mayOpen={mayOpen} report={report} />}
    </Read>
  );
}

function MoneyNumbers({ report, days, mayOpen, ...props }: ViewProps & { report: MoneyOfDays }) {
  const currencies = [...new Set(report.groups.map(({ now }) => now.price.currency))];
  const href = (by: Dimension = "all", key = "") =>
    mayOpen
      ? `/d/reports/deliveries?${new URLSearchParams({ ...days, behind: "promised", by, key }).toString()}`
      : null;
  if (currencies.length === 0) return <Nothing />;
  return (
    <>
      <Compared report={report} />
      {currencies.map((currency) => {
        const groups = report.groups.filter(({ now }) => now.price.currency === currency);
        const all = groups.find(({ by }) => by === "all");
        return (
          <div key={currency} className="stack gap-4">
            <div className="figure-cards">
              {MONEY_FIGURES.map((name) => (
                <FigureCard
                  key={name}
                  name={name}
                  unit="money"
                  better={name === "cost-each" ? "down" : "up"}
                  now={all ? moneyFigure(name, all.now) : null}
                  before={all ? moneyFigure(name, all.before) : null}
                  href={href()}
                />
              ))}
            </div>
            <ReportSection
              {...props}
              days={days}
              timezone={report.timezone}
              zones={report.zones}
              groups={groups}
              dimensions={MONEY_DIMENSIONS}
              columns={MONEY_COLUMNS}
              charts={[MONEY_CHART]}
              behindOf={href}
            />
          </div>
        );
      })}
    </>
  );
}
