import type { ReactNode } from "react";
import { Icon, type IconName } from "#web/ui/icon.tsx";

interface SmallMessageProps {
  title: string;
  icon?: IconName;
  children?: ReactNode;
}

/** Shown in place of an empty list on a page with other lists: one line. */
export function SmallMessage({ title, icon = "inbox", children }: SmallMessageProps) {
  return (
    <div className="money-nothing">
      <Icon name={icon} />
      <div>
        <h3 className="strong">{title}</h3>
        <div className="quiet small">{children}</div>
      </div>
    </div>
  );
}
