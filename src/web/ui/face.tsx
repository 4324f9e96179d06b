import type { ReactNode } from "react";
import { useWords } from "../i18n/words.ts";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";

export type FaceKind = "empty" | "error" | "offline" | "forbidden" | "not-found" | "signed-out";

export interface FaceProps {
  kind: FaceKind;
  /** In place of the kind's own words. */
  title?: string;
  children?: ReactNode;
  /** The way out; where absent, the kind's own (`onRetry` again, or the start page). */
  action?: ReactNode;
  onRetry?: () => void;
  icon?: IconName;
  /** For reports: the id of the failed request or fault. */
  reference?: string;
  /** It is the whole page: its title is the page's `h1`. */
  page?: boolean;
}

const ICON: Readonly<Record<FaceKind, IconName>> = {
  empty: "inbox",
  error: "error",
  offline: "offline",
  forbidden: "lock",
  "not-found": "search",
  "signed-out": "login",
};

/** What stands where content cannot: why, and the way out. */
export function Face({
  kind,
  title,
  children,
  action,
  onRetry,
  icon = ICON[kind],
  reference,
  page = false,
}: FaceProps) {
  const Heading = page ? "h1" : "h2";
  const t = useWords("hall");
  const home =
    kind === "forbidden" || kind === "not-found" ? <Button href="/">{t("face.home")}</Button> : null;
  const again = onRetry ? (
    <Button icon="refresh" onClick={onRetry}>
      {t("face.again")}
    </Button>
  ) : (
    home
  );
  return (
    <div className={`face face-${kind}`} role={kind === "error" ? "alert" : undefined}>
      <span className="face-stamp">
        <Icon name={icon} size="large" />
      </span>
      <Heading className="title-large">{title ?? t(`face.${kind}.title`)}</Heading>
      <div className="quiet">{children ?? <p>{t(`face.${kind}.text`)}</p>}</div>
      {action ?? again}
      {reference !== undefined && <p className="quiet small">{t("face.reference", { id: reference })}</p>}
    </div>
  );
}
