import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { LoadDay } from "./load-day.tsx";
import { useLoad } from "./use-slots.ts";

/** How full today and tomorrow are, by the places in force. */
export function LoadCard() {
  const t = useWords("capacity");
  const load = useLoad();
  return (
    <Card title={t("load.title")}>
      {load.isPending && <Skeleton look="rows" lines={4} />}
      <RefusalNote error={load.error} onRetry={() => void load.refetch()} />
      {load.data?.days.map((day, nth) => (
        <LoadDay
          key={day.date}
          day={day}
          name={t(nth === 0 ? "load.today" : "load.tomorrow")}
          zone={load.data.timezone}
        />
      ))}
    </Card>
  );
}
