import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { LoadDay } from "./load-day.tsx";
import { useLoad } from "./use-slots.ts";
import "./capacity.css";

/** How full today's and tomorrow's windows are, and what was promised beyond their places. */
export function LoadPage() {
  const t = useWords("capacity");
  const load = useLoad();
  return (
    <>
      <PageHeader title={t("load.title")} detail={t("load.text")} />
      {load.isPending && <Skeleton look="rows" lines={6} />}
      {load.error && !load.data && <ProblemMessage error={load.error} onRetry={() => void load.refetch()} />}
      {load.data && (
        <>
          <RefusalNote error={load.error} onRetry={() => void load.refetch()} />
          <div className="load-days">
            {load.data.days.map((day, nth) => (
              <Card key={day.date}>
                <LoadDay
                  day={day}
                  name={t(nth === 0 ? "load.today" : "load.tomorrow")}
                  zone={load.data.timezone}
                  isPage
                />
              </Card>
            ))}
          </div>
        </>
      )}
    </>
  );
}
