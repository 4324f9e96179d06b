import "./styles/timeline.css";
import "./styles/status.css";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import type { Look } from "./status.tsx";

export interface TimelineEntry extends Look {
  id: string;
  title: ReactNode;
  time?: ReactNode;
  detail?: ReactNode;
  /** `now` stands out, `ahead` has not happened yet. */
  when?: "past" | "now" | "ahead";
}

/** Events in order, along the route line. */
export function Timeline({ entries, label }: { entries: readonly TimelineEntry[]; label: string }) {
  return (
    <ol className="timeline" aria-label={label}>
      {entries.map(({ id, title, time, detail, tone, icon, when = "past" }) => (
        <li
          key={id}
          className={`timeline-entry ${when} tone-${tone}`}
          aria-current={when === "now" ? "step" : undefined}
        >
          <span className="timeline-dot">
            <Icon name={icon} size="small" />
          </span>
          <span className="choice-text">
            <span className="list-title">{title}</span>
            {detail !== undefined && <span className="quiet small">{detail}</span>}
          </span>
          {time !== undefined && <span className="choice-end quiet small">{time}</span>}
        </li>
      ))}
    </ol>
  );
}
