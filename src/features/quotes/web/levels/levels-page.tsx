import { useQueryClient } from "@tanstack/react-query";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { LevelsEditor } from "./levels-editor.tsx";
import { LEVELS_KEY, useLevels } from "./use-levels.ts";
import "./levels.css";

/** Edits the terms of the service levels, and shows at once what could be booked by them. */
export function LevelsPage() {
  const t = useWords("levels");
  const queries = useQueryClient();
  const levels = useLevels();
  if (levels.data) {
    return (
      <>
        <RefusalNote error={levels.error} onRetry={() => void levels.refetch()} />
        <LevelsEditor
          inForce={levels.data}
          onSaved={(fresh) => queries.setQueryData(LEVELS_KEY, fresh)}
          onReload={() => void levels.refetch()}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("title")} />
      {levels.isPending ? (
        <Skeleton look="rows" lines={5} />
      ) : (
        <ProblemMessage error={levels.error} onRetry={() => void levels.refetch()} />
      )}
    </>
  );
}
