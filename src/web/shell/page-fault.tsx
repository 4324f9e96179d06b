import { useState } from "react";
import { newId } from "../api/new-id.ts";
import { isProblem } from "../api/problem.ts";
import { ProblemFace } from "../api/refusal-note.tsx";
import { useWords } from "../i18n/words.ts";
import { Button } from "../ui/button.tsx";
import { Face } from "../ui/face.tsx";
import { openNewest } from "./update.ts";

/** A page that broke: says so with an id to report, and offers to try again. */
export function PageFault({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useWords("hall");
  const [id] = useState(() => newId().slice(-12));
  if (isProblem(error)) return <ProblemFace page error={error} onRetry={onRetry} />;
  if (!isChunkGone(error)) return <Face page kind="error" onRetry={onRetry} reference={id} />;
  // A failed part of the code stays failed in this document; loading it anew asks for the part again.
  if (!navigator.onLine) return <Face page kind="offline" onRetry={() => location.reload()} />;
  const reload = (
    <Button variant="filled" onClick={openNewest}>
      {t("update.reload")}
    </Button>
  );
  return (
    <Face page kind="error" title={t("update.title")} action={reload}>
      <p>{t("update.text")}</p>
    </Face>
  );
}

/** The page's code did not come: no network, or a new version was installed and the old files are gone. */
const isChunkGone = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);
