import type { ReactNode } from "react";
import { Icon, type IconName } from "#web/ui/icon.tsx";

interface SmallFaceProps {
  title: string;
  icon?: IconName;
  children?: ReactNode;
}

/** What stands where a list has nothing, on a page that has other lists: a line instead of a whole face. */
export function SmallFace({ title, icon = "inbox", children }: SmallFaceProps) {
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
