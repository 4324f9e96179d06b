import { ProblemMessage } from "#web/api/refusal-note.tsx";
import type { DayRead } from "./day-query.ts";
import { StatusLine } from "./status-line.tsx";
import "./courier.css";

/** Stands in place of a page when this phone has no day: why, and what waits here. */
export const DayMissing = ({ read }: { read: DayRead }) => (
  <div className="courier-day">
    <StatusLine />
    <ProblemMessage page error={read.error} onRetry={read.refetch} />
  </div>
);
