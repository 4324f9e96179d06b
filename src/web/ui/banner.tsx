import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

export interface BannerProps {
  children: ReactNode;
  tone?: "info" | "warning" | "trouble" | "done";
  icon?: IconName;
  actions?: ReactNode;
  /** Read out at once when it appears. */
  urgent?: boolean;
}

const ICON = { info: "info", warning: "warning", trouble: "error", done: "check-circle" } as const;

/** Something to know about the whole page or section. */
export function Banner({ children, tone = "info", icon = ICON[tone], actions, urgent }: BannerProps) {
  return (
    <div className={`banner banner-${tone}`} role={urgent ? "alert" : undefined}>
      <Icon name={icon} />
      <div className="banner-text">{children}</div>
      {actions !== undefined && <div className="banner-actions">{actions}</div>}
    </div>
  );
}
