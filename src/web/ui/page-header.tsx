import type { ReactNode } from "react";
import { useWords } from "../i18n/words.ts";
import { IconButton } from "./button.tsx";

export interface PageHeaderProps {
  title: ReactNode;
  /** One line under the title. */
  detail?: ReactNode;
  actions?: ReactNode;
  /** Where the way back leads. */
  back?: string;
}

/** The page's one `h1`, its way back and its actions. */
export function PageHeader({ title, detail, actions, back }: PageHeaderProps) {
  const t = useWords("hall");
  return (
    <header className="page-header">
      {back !== undefined && <IconButton icon="arrow-back" label={t("ui.back")} href={back} />}
      <div className="page-header-text">
        <h1 className="headline">{title}</h1>
        {detail !== undefined && <p className="quiet">{detail}</p>}
      </div>
      {actions !== undefined && <div className="row gap-2">{actions}</div>}
    </header>
  );
}
