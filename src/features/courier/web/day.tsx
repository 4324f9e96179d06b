import { useWords } from "#web/i18n/words.ts";
import { useFormat } from "#web/i18n/format.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { newId } from "#web/api/new-id.ts";
import { useCommand } from "#web/api/use-command.ts";
import { useQueryClient } from "@tanstack/react-query";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { Switch } from "#web/ui/choice.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { courierApi } from "../contract/api.ts";
import type { CourierDay } from "../contract/api.ts";
import { dayQuery, isAhead, nextStop, useDay } from "./day-query.ts";
import { LoadLink } from "./load/load-link.tsx";
import { StopRow } from "./stop-row.tsx";
import { usePositions } from "./use-positions.ts";
import "./courier.css";

/** Today's stops in their order: what is next on top, what is done below. */
export function Day() {
  const t = useWords("courier");
  const format = useFormat();
  const day = useDay();
  if (day.isPending) return <Skeleton look="rows" lines={6} />;
  if (!day.data) return <ProblemMessage page error={day.error} onRetry={() => void day.refetch()} />;
  const ahead = day.data.stops.filter(isAhead);
  const past = day.data.stops.filter((stop) => !isAhead(stop));
  const next = nextStop(day.data);
  return (
    <div className="courier-day stack gap-4">
      <PageHeader
        title={t("day.title")}
        detail={`${format.day(`${day.data.date}T12:00:00Z`, "UTC")} · ${t("day.left", { n: ahead.length })}`}
      />
      {day.error !== null && <RefusalNote error={day.error} onRetry={() => void day.refetch()} />}
      <Duty day={day.data} />
      <Revision day={day.data} />
      <LoadLink day={day.data} />
      {day.data.stops.length === 0 && (
        <StateMessage kind="empty" title={t("day.empty.title")} onRetry={() => void day.refetch()}>
          <p>{t("day.empty.text")}</p>
        </StateMessage>
      )}
      {next && (
        <ol className="courier-stops" aria-label={t("stop.next")}>
          <StopRow stop={next} day={day.data} isNext />
        </ol>
      )}
      {ahead.length > (next ? 1 : 0) && (
        <ol className="courier-stops" aria-label={t("day.ahead")}>
          {ahead
            .filter((stop) => stop !== next)
            .map((stop) => (
              <StopRow key={stop.taskId} stop={stop} day={day.data} isNext={false} />
            ))}
        </ol>
      )}
      {ahead.length === 0 && past.length > 0 && <Banner tone="done">{t("day.finished")}</Banner>}
      {past.length > 0 && (
        <details className="courier-past">
          <summary>{t("day.past", { n: past.length })}</summary>
          <ol className="courier-stops">
            {past.map((stop) => (
              <StopRow key={stop.taskId} stop={stop} day={day.data} isNext={false} />
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

/** On duty or not; positions are sent only on duty. */
function Duty({ day }: { day: CourierDay }) {
  const t = useWords("courier");
  const queries = useQueryClient();
  const shift = useCommand(courierApi.keepShift, {
    onDone: (fresh) => void queries.setQueryData(dayQuery.queryKey, fresh),
  });
  usePositions(day.onDuty);
  const keep = (onDuty: boolean) =>
    shift.mutate({ commandId: newId(), occurredAt: new Date().toISOString(), onDuty });
  return (
    <div className="courier-duty">
      <Switch
        label={day.onDuty ? t("duty.on") : t("duty.off")}
        {...(!day.onDuty && { hint: t("duty.hint") })}
        checked={day.onDuty}
        onChange={keep}
        disabled={shift.isPending}
      />
      <RefusalNote error={shift.error} />
    </div>
  );
}

/** Says that the plan changed, until the courier has seen it. */
function Revision({ day }: { day: CourierDay }) {
  const t = useWords("courier");
  const queries = useQueryClient();
  const seen = useCommand(courierApi.acknowledgeRoute, {
    onDone: (fresh) => void queries.setQueryData(dayQuery.queryKey, fresh),
  });
  const { route } = day;
  if (!route || route.ackRevision >= route.revision) return null;
  return (
    <Banner
      tone="info"
      icon="route"
      urgent
      actions={
        <Button
          variant="filled"
          loading={seen.isPending}
          onClick={() => seen.mutate({ routeId: route.id, revision: route.revision })}
        >
          {t("day.seen")}
        </Button>
      }
    >
      {t(route.ackRevision === 0 ? "day.new-route" : "day.changed-route")}
    </Banner>
  );
}
