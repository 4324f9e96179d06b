import { useQueryClient } from "@tanstack/react-query";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { CapacityEditor } from "./capacity-editor.tsx";
import { LOAD_KEY, SLOTS_KEY, useSlots } from "./use-slots.ts";
import "./capacity.css";

/** Edits how many deliveries each time of day takes, and shows how full today and tomorrow are. */
export function CapacityPage() {
  const t = useWords("capacity");
  const queries = useQueryClient();
  const slots = useSlots();
  if (slots.data) {
    return (
      <>
        <RefusalNote error={slots.error} onRetry={() => void slots.refetch()} />
        <CapacityEditor
          inForce={slots.data}
          onSaved={(fresh) => {
            queries.setQueryData(SLOTS_KEY, fresh);
            void queries.invalidateQueries({ queryKey: LOAD_KEY });
          }}
          onReload={() => void slots.refetch()}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("title")} />
      {slots.isPending ? (
        <Skeleton look="rows" lines={5} />
      ) : (
        <ProblemMessage error={slots.error} onRetry={() => void slots.refetch()} />
      )}
    </>
  );
}
