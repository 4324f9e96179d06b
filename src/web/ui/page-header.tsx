import { type ReactNode, useEffect, useRef } from "react";
import { useWords } from "../i18n/words.ts";
import { IconButton } from "./button.tsx";

export interface PageHeaderProps {
  title: ReactNode;
  /** One line under the title. */
  detail?: ReactNode;
  actions?: ReactNode;
  /** Address of the page above. */
  back?: string;
  /** A step of a flow came into view: reading and keys go on at its heading. */
  takesFocus?: boolean;
}

/** The page's one `h1`, its way back and its actions. */
export function PageHeader({ title, detail, actions, back, takesFocus = false }: PageHeaderProps) {
  const t = useWords("hall");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [takesFocus]);
  return (
    <header className="page-header">
      {back !== undefined && <IconButton icon="arrow-back" label={t("ui.back")} href={back} />}
      <div className="page-header-text">
        <h1 className="headline" ref={heading} tabIndex={takesFocus ? -1 : undefined}>
          {title}
        </h1>
        {detail !== undefined && <p className="quiet">{detail}</p>}
      </div>
      {actions !== undefined && <div className="row gap-2">{actions}</div>}
    </header>
  );
}
