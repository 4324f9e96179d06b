import { StatusLine } from "#features/courier/web/public.ts";
import { RECIPIENT_AHEAD_S, RECIPIENT_SNAP_M, TRACK_KEPT_MS } from "#features/courier/domain/limits.ts";
import { grouped } from "#kernel/grouped.ts";
import { DAY_MS, fromIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { call } from "#web/api/call.ts";
import { PagedRows } from "#web/api/paged-rows.tsx";
import { usePages } from "#web/api/use-pages.ts";
import { dayName } from "#web/i18n/day-name.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { type Sighting, sightingsApi } from "../contract/api.ts";
import "./seen-page.css";

const PAGE = 25;
/** Changes while somebody looks are shown this soon. */
const AGAIN_MS = 60_000;

/** Tells a courier who could see them and when, and what is never shown. */
export function SeenPage() {
  const t = useWords("sightings");
  const pages = usePages(
    ["courier", "sightings"],
    (from, options) => call(sightingsApi.listSightings, { limit: PAGE, ...from }, options),
    { everyMs: AGAIN_MS },
  );
  return (
    <article className="courier-page stack gap-4">
      <PageHeader back="/c" title={t("seen.title")} detail={t("seen.text")} />
      <StatusLine />
      <Rules />
      <PagedRows pages={pages} bones={6} none={<NeverSeen />} page>
        {(rows) => <Days rows={rows} />}
      </PagedRows>
    </article>
  );
}

function Rules() {
  const t = useWords("sightings");
  const f = useFormat();
  const days = TRACK_KEPT_MS / DAY_MS;
  const link = { distance: f.distance(RECIPIENT_SNAP_M), minutes: RECIPIENT_AHEAD_S / 60 };
  return (
    <Card title={t("rule.title")}>
      <dl className="seen-rules">
        <dt>{t("rule.dispatch")}</dt>
        <dd>{t("rule.dispatch-text")}</dd>
        <dt>{t("rule.link")}</dt>
        <dd>{t("rule.link-text", link)}</dd>
        <dt>{t("rule.never")}</dt>
        <dd>{t("rule.never-text")}</dd>
        <dt>{t("rule.exact")}</dt>
        <dd>{t("rule.exact-text")}</dd>
        <dt>{t("rule.kept")}</dt>
        <dd>{t("rule.kept-text", { days })}</dd>
      </dl>
    </Card>
  );
}

function NeverSeen() {
  const t = useWords("sightings");
  return (
    <StateMessage kind="empty" icon="visibility" title={t("empty.title")}>
      <p>{t("empty.text")}</p>
    </StateMessage>
  );
}

function Days({ rows }: { rows: readonly Sighting[] }) {
  const t = useWords("sightings");
  const f = useFormat();
  const zone = useZone();
  const days = grouped(rows, ({ start }) => localAt(fromIso(start), zone).date);
  return [...days].map(([date, times]) => (
    <section key={date} className="stack gap-2">
      <h2 className="title">{dayName(f, date)}</h2>
      <ul className="seen-times" aria-label={t("list.day", { day: dayName(f, date) })}>
        {times.map((time) => (
          <Time key={time.id} time={time} zone={zone} />
        ))}
      </ul>
    </section>
  ));
}

function Time({ time: { by, number, start, end }, zone }: { time: Sighting; zone: string }) {
  const t = useWords("sightings");
  const f = useFormat();
  return (
    <li className="seen-time">
      <span className="seen-hours">
        {end === null ? t("time.since", { time: f.time(start, zone) }) : f.hours({ start, end }, zone)}
      </span>
      <span>{t(`rule.${by}`)}</span>
      {number !== null && <span className="serial">{number}</span>}
      {end === null && (
        <StatusChip tone="near" icon="visibility">
          {t("time.now")}
        </StatusChip>
      )}
    </li>
  );
}
