import type { ReactNode } from "react";
import { useWords } from "../i18n/words.ts";
import { useTitle } from "../shell/use-title.ts";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { useReconnect } from "./use-reconnect.ts";

export type StateKind = "empty" | "error" | "offline" | "forbidden" | "not-found" | "signed-out";

export interface StateMessageProps {
  kind: StateKind;
  /** In place of the kind's own words. */
  title?: string;
  children?: ReactNode;
  /** The way out; where absent, the kind's own (`onRetry` again, or the start page). */
  action?: ReactNode;
  onRetry?: () => void;
  icon?: IconName;
  /** For reports: the id of the failed request or fault. */
  reference?: string;
  /** It is the whole page: its title is the page's `h1` and the document's. */
  page?: boolean;
}

const ICON: Readonly<Record<StateKind, IconName>> = {
  empty: "inbox",
  error: "error",
  offline: "offline",
  forbidden: "lock",
  "not-found": "search",
  "signed-out": "login",
};

/** Stands where content cannot: why, and the way out. What waits for the network tries again by itself. */
export function StateMessage({
  kind,
  title,
  children,
  action,
  onRetry,
  icon = ICON[kind],
  reference,
  page = false,
}: StateMessageProps) {
  const Heading = page ? "h1" : "h2";
  const t = useWords("hall");
  const name = title ?? t(`state.${kind}.title`);
  useTitle(page ? name : undefined, "message");
  useReconnect(kind === "offline" ? onRetry : undefined);
  return (
    <div className={`message message-${kind}`} role={kind === "error" ? "alert" : undefined}>
      <span className="message-stamp">
        <Icon name={icon} size="large" />
      </span>
      <Heading className="title-large">{name}</Heading>
      <div className="quiet">{children ?? <p>{t(`state.${kind}.text`)}</p>}</div>
      {action ?? <KindsWay kind={kind} onRetry={onRetry} />}
      {reference !== undefined && <p className="quiet small">{t("state.reference", { id: reference })}</p>}
    </div>
  );
}

/** The way out of a message that names none: again, or the start page. */
function KindsWay({ kind, onRetry }: { kind: StateKind; onRetry: (() => void) | undefined }) {
  const t = useWords("hall");
  if (onRetry) {
    return (
      <Button icon="refresh" onClick={onRetry}>
        {t("state.again")}
      </Button>
    );
  }
  return kind === "forbidden" || kind === "not-found" ? <Button href="/">{t("state.home")}</Button> : null;
}
