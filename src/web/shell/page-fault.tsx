import { useState } from "react";
import { newId } from "../api/new-id.ts";
import { isProblem } from "../api/problem.ts";
import { ProblemMessage } from "../api/refusal-note.tsx";
import { useWords } from "../i18n/words.ts";
import { Button } from "../ui/button.tsx";
import { StateMessage } from "../ui/state-message.tsx";
import { openNewest } from "./update.ts";

/** A page that broke: says so with an id to report, and offers to try again. */
export function PageFault({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useWords("hall");
  const [id] = useState(() => newId().slice(-12));
  if (isProblem(error)) return <ProblemMessage page error={error} onRetry={onRetry} />;
  if (!isChunkGone(error)) return <StateMessage page kind="error" onRetry={onRetry} reference={id} />;
  // A failed part of the code stays failed in this document; loading it anew asks for the part again.
  if (!navigator.onLine) return <StateMessage page kind="offline" onRetry={() => location.reload()} />;
  const reload = (
    <Button variant="filled" onClick={openNewest}>
      {t("update.reload")}
    </Button>
  );
  return (
    <StateMessage page kind="error" title={t("update.title")} action={reload}>
      <p>{t("update.text")}</p>
    </StateMessage>
  );
}

/** The page's code did not come: no network, or a new version was installed and the old files are gone. */
const isChunkGone = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);
