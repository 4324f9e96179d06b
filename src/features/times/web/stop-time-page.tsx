import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import { courierTop } from "#web/shell/slot.tsx";
import type { PageProps } from "#web/shell/pages.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Card } from "#web/ui/card.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { type StopTime, timesApi } from "../contract/api.ts";
import { timesChanged, timesSaid } from "../contract/events.ts";
import { SayCard } from "./say-card.tsx";
import "./times.css";

/** When one stop begins, all that this is made of, and one's own word for it. */
export function StopTimePage({ params }: PageProps<{ task: string }>) {
  const t = useWords("times");
  const queries = useQueryClient();
  const queryKey = ["times", "stop", params.task];
  const read = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(timesApi.readStopTime, { id: params.task }, { signal }),
  });
  const again = () => queries.invalidateQueries({ queryKey });
  const run = () => void again();
  useLive([onLive(timesChanged, run), onLive(timesSaid, run), onResync(run)]);
  const isCourier = location.pathname.startsWith("/c/");
  if (read.isPending) return <Skeleton look="card" lines={6} />;
  const status = isCourier && <courierTop.Parts />;
  if (!read.data)
    return (
      <>
        {status}
        <ProblemMessage page error={read.error} onRetry={() => void read.refetch()} />
      </>
    );
  const stop = read.data;
  return (
    <article className={isCourier ? "courier-page stack gap-4" : "report"}>
      <PageHeader
        back={isCourier ? `/c/stop/${stop.taskId}` : `/d/deliveries/${stop.deliveryId}`}
        title={t("stop.title")}
        detail={<AddressBreak label={stop.place} />}
      />
      {status}
      <RefusalNote error={read.error} onRetry={() => void read.refetch()} />
      {stop.arrival === null ? (
        <StateMessage kind="empty" icon="clock" title={t("stop.none.title")}>
          <p>{t("stop.none.text")}</p>
        </StateMessage>
      ) : (
        <Explained stop={stop} arrival={stop.arrival} />
      )}
      {(stop.state === "assigned" || stop.state === "en_route") && stop.courier !== null && (
        <SayCard key={stop.said?.saidAt ?? ""} stop={stop} again={again} isPhone={isCourier} />
      )}
    </article>
  );
}

function Explained({ stop, arrival }: { stop: StopTime; arrival: NonNullable<StopTime["arrival"]> }) {
  const t = useWords("times");
  const shared = useWords("deliveries");
  const f = useFormat();
  const { timezone: zone, promised, said, dayEnd } = stop;
  const { at, earliest, latest, planned, onTime, ahead, status, computedAt, way, service } = arrival;
  const isRisk = latest > promised.end;
  return (
    <>
      {said && (
        <Banner icon="person">
          {t(`said.${said.role}`, {
            name: said.by ?? "",
            time: f.time(said.at, zone),
            until: f.time(said.until, zone),
            when: f.time(said.saidAt, zone),
          })}
        </Banner>
      )}
      {isRisk && <Banner tone="warning">{t("stop.risk", { end: f.time(promised.end, zone) })}</Banner>}
      <Card title={t("stop.arrival")} aside={<span className="quiet small">{t(`status.${status}`)}</span>}>
        <p className="report-figure">
          ≈ {f.time(at, zone)}{" "}
          <span className="quiet whole report-interval">
            {f.hours({ start: earliest, end: latest }, zone)}
          </span>
        </p>
        <Facts>
          <Fact name={t("stop.promised")}>{f.window(promised, zone)}</Fact>
          <Fact name={t("stop.planned")}>{f.time(planned, zone)}</Fact>
          <Fact name={t("stop.odds")}>{t("stop.odds-text", { share: f.percent(onTime) })}</Fact>
          <Fact name={t("stop.ahead")}>{t("stop.ahead-text", { n: ahead })}</Fact>
          <Fact name={t("stop.way")}>{t(`way.${way.source}`, { long: f.duration(way.seconds) })}</Fact>
          <Fact name={t("stop.service", { kind: shared(`kind.${stop.kind}`) })}>
            {t(`service.${service.source}`, { long: f.duration(service.seconds), n: service.visits ?? 0 })}
          </Fact>
          {stop.courier !== null && dayEnd && (
            <Fact name={t("stop.day-end")}>
              {dayEnd.shiftEnd === null
                ? t("stop.day-end-alone", { name: stop.courier, time: f.time(dayEnd.at, zone) })
                : t("stop.day-end-shift", {
                    name: stop.courier,
                    time: f.time(dayEnd.at, zone),
                    shift: f.time(dayEnd.shiftEnd, zone),
                  })}
            </Fact>
          )}
        </Facts>
        <p className="quiet small">{t("stop.computed", { ago: f.ago(computedAt, stop.now) })}</p>
      </Card>
    </>
  );
}
