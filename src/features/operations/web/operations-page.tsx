import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { useMoment } from "#web/ui/facts/moment.tsx";
import { LtrText } from "#web/ui/figures.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Look, StatusChip } from "#web/ui/status.tsx";
import { type Operations, operationsApi } from "../contract/api.ts";
import { FailedJobsCard } from "./failed-jobs-card.tsx";
import { NoticesCard } from "./notices-card.tsx";
import { SettingsCard } from "./settings-card.tsx";
import "./operations.css";

const OPERATIONS = ["operations"];
/** Between two looks while somebody has the page open. */
const EVERY_MS = 30_000;

const LOOK: Readonly<Record<Operations["health"][number]["state"], Look>> = {
  good: { tone: "done", icon: "check-circle" },
  careful: { tone: "near", icon: "info" },
  bad: { tone: "trouble", icon: "warning" },
  off: { tone: "ended", icon: "remove" },
};

/** The installation in the eyes of whoever looks after it. */
export function OperationsPage() {
  const t = useWords("operations");
  const read = useQuery({
    queryKey: OPERATIONS,
    queryFn: ({ signal }) => call(operationsApi.readOperations, {}, { signal }),
    refetchOnMount: "always",
    refetchInterval: EVERY_MS,
  });
  const again = () => void read.refetch();
  return (
    <article className="stack gap-4">
      <PageHeader
        title={t("title")}
        detail={t("text")}
        actions={
          <Button variant="tonal" icon="refresh" loading={read.isFetching} onClick={again}>
            {t("again")}
          </Button>
        }
      />
      {read.data ? (
        <>
          <RefusalNote error={read.error} onRetry={again} />
          <HealthCard health={read.data.health} />
          <FailedJobsCard onRetried={again} />
          <NoticesCard notices={read.data.notices} />
          <FactsCard read={read.data} />
          <SettingsCard settings={read.data.settings} />
        </>
      ) : read.isPending ? (
        <Skeleton look="rows" lines={8} />
      ) : (
        <ProblemMessage error={read.error} onRetry={again} />
      )}
    </article>
  );
}

function HealthCard({ health }: Pick<Operations, "health">) {
  const t = useWords("operations");
  return (
    <Card title={t("health")}>
      <ul className="operations-health" aria-live="polite">
        {health.map(({ check, state }) => (
          <li key={check} data-testid={`health-${check}`}>
            <span>{t(`check.${check}`)}</span>
            <StatusChip {...LOOK[state]}>{t(`state.${state}`)}</StatusChip>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const GIGABYTE = 1e9;

function FactsCard({ read }: { read: Operations }) {
  const t = useWords("operations");
  const moment = useMoment();
  const format = useFormat();
  const size = (bytes: number) =>
    format.number(bytes / GIGABYTE, { style: "unit", unit: "gigabyte", maximumFractionDigits: 2 });
  const { versions, disk, people, jobs, webhooks, backup, upgradePercent } = read;
  const facts: readonly (readonly [string, string])[] = [
    ["Waybill", versions.waybill],
    ["PostgreSQL", versions.postgres],
    ["Node.js", versions.node],
    [t("fact.started"), moment(read.startedAt)],
    ...(upgradePercent === null
      ? []
      : [[t("fact.upgrade"), format.number(upgradePercent / 100, { style: "percent" })] as const]),
    [t("fact.free"), t("fact.free-of", { free: size(disk.freeBytes), total: size(disk.totalBytes) })],
    [t("fact.database"), size(disk.databaseBytes)],
    [t("fact.backup"), backup.lastGood === null ? t("none") : moment(backup.lastGood)],
    [t("fact.people"), format.number(people.active)],
    [t("fact.suspended"), format.number(people.suspended)],
    [t("fact.sessions"), format.number(people.sessions)],
    [t("fact.due"), format.number(jobs.due)],
    [t("fact.later"), format.number(jobs.later)],
    [t("fact.failing"), format.number(jobs.failing)],
    [t("fact.given-up"), format.number(jobs.givenUp)],
    [t("fact.webhooks"), format.number(webhooks.waiting)],
  ];
  return (
    <Card title={t("facts")}>
      <dl className="operations-facts">
        {facts.map(([name, value], nth) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figure">{nth < 3 ? <LtrText>{value}</LtrText> : value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
