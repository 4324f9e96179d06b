import type { ReactNode } from "react";
import { useWords } from "../i18n/words.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { StateMessage } from "../ui/state-message.tsx";
import { isProblem } from "./problem.ts";
import { refusalText } from "./refusal-text.ts";

export interface RefusalNoteProps {
  error: unknown;
  /** Offers to try again. */
  onRetry?: () => void;
  /** Another way out. */
  action?: ReactNode;
}

/** Says why something was refused, and the way out. Nothing when there is no error. */
export function RefusalNote({ error, onRetry, action }: RefusalNoteProps) {
  const t = useWords("hall");
  if (error === undefined || error === null) return null;
  const again = onRetry && (
    <Button variant="text" icon="refresh" onClick={onRetry}>
      {t("state.again")}
    </Button>
  );
  const report = isProblem(error, "http.internal") ? error.instance : undefined;
  return (
    <Banner tone={isProblem(error, "http.offline") ? "warning" : "trouble"} urgent actions={action ?? again}>
      {refusalText(error)}
      {isProblem(error) && error.way !== undefined && (
        <span className="quiet small"> {t(`way.${error.way}`)}</span>
      )}
      {report !== undefined && <span className="quiet small"> {t("state.reference", { id: report })}</span>}
    </Banner>
  );
}

export interface ProblemMessageProps {
  error: unknown;
  onRetry?: () => void;
  /** It is the whole page: its title is the page's `h1`. */
  page?: boolean;
}

/** Shown in place of content whose read failed. */
export function ProblemMessage({ error, onRetry, page = false }: ProblemMessageProps) {
  const code = isProblem(error) ? error.code : "";
  const status = isProblem(error) ? error.status : 0;
  const retry = onRetry && { onRetry };
  if (code === "http.offline") return <StateMessage page={page} kind="offline" {...retry} />;
  if (status === 401) return <StateMessage page={page} kind="signed-out" />;
  if (status === 403) return <StateMessage page={page} kind="forbidden" />;
  if (status === 404) return <StateMessage page={page} kind="not-found" />;
  const reference = isProblem(error) && error.instance !== undefined ? { reference: error.instance } : {};
  return (
    <StateMessage page={page} kind="error" {...retry} {...reference}>
      <p>{refusalText(error)}</p>
    </StateMessage>
  );
}
