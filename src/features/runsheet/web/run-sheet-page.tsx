import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { deliveryHappened } from "#features/deliveries/contract/events.ts";
import { routeRevised } from "#features/dispatch/contract/events.ts";
import { timesChanged } from "#features/times/contract/events.ts";
import { instantAt } from "#kernel/local-time.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { useTitle } from "#web/shell/use-title.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { type RunSheet, runsheetApi } from "../contract/api.ts";
import type { RunSheetSearch } from "../contract/search.ts";
import "./run-sheet.css";
import { StopTable } from "./stop-table.tsx";

/** One courier's day as a table, for the screen and for A4. */
export function RunSheetPage({ params, search }: PageProps<{ courierId: string }, RunSheetSearch>) {
  const t = useWords("runsheet");
  const { courierId: id } = params;
  const { date } = search;
  const sheet = useQuery({
    queryKey: ["run-sheet", id, date],
    queryFn: ({ signal }) => call(runsheetApi.readRunSheet, date === "" ? { id } : { id, date }, { signal }),
    placeholderData: keepPreviousData,
  });
  const again = () => void sheet.refetch();
  useLive([
    onLive(routeRevised, ({ courierId }) => courierId === id && again()),
    onLive(timesChanged, ({ courierId }) => courierId === id && again()),
    onLive(deliveryHappened, again),
    onResync(again),
  ]);
  if (!sheet.data)
    return sheet.error ? (
      <ProblemMessage page error={sheet.error} onRetry={again} />
    ) : (
      <Skeleton look="rows" lines={8} />
    );
  return (
    <>
      {sheet.error && (
        <Banner tone="warning" icon="offline">
          {t("stale")}
        </Banner>
      )}
      <Sheet sheet={sheet.data} />
    </>
  );
}

function Sheet({ sheet: { courier, date, timezone, readAt, stops } }: { sheet: RunSheet }) {
  const t = useWords("runsheet");
  const f = useFormat();
  const title = t("title-of", { name: courier.name });
  useTitle(title);
  return (
    <article className="stack gap-4 run-sheet">
      <PageHeader
        title={title}
        detail={t("detail", {
          day: f.day(instantAt(date, "12:00", timezone), timezone),
          n: stops.length,
          time: f.dateTime(readAt, timezone),
        })}
        actions={
          <span className="row gap-2 not-printed">
            <Button variant="text" href={`/d/board?date=${date}`}>
              {t("board")}
            </Button>
            {stops.length > 0 && (
              <Button variant="filled" onClick={() => print()}>
                {t("print")}
              </Button>
            )}
          </span>
        }
      />
      {stops.length === 0 ? (
        <StateMessage kind="empty" title={t("empty.title")}>
          <p>{t("empty.text")}</p>
        </StateMessage>
      ) : (
        <StopTable stops={stops} zone={timezone} />
      )}
    </article>
  );
}
