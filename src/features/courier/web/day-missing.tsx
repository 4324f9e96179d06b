import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { StateMessage } from "#web/ui/state-message.tsx";
import type { DayRead } from "./day-query.ts";
import { usePhone } from "./phone-view.ts";
import { StatusLine } from "./status-line.tsx";
import "./courier.css";

/** Stands in place of a page when this phone has no day: why, and what waits here. */
export function DayMissing({ read }: { read: DayRead }) {
  const t = useWords("courier");
  const { isDayTooOld } = usePhone();
  return (
    <div className="courier-day">
      <StatusLine />
      {isDayTooOld ? (
        <StateMessage page kind="offline" icon="clock" title={t("day.old.title")} onRetry={read.refetch}>
          <p>{t("day.old.text")}</p>
        </StateMessage>
      ) : (
        <ProblemMessage page error={read.error} onRetry={read.refetch} />
      )}
    </div>
  );
}
