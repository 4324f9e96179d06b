import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { reasonsApi } from "../contract/api.ts";
import { ReasonsEditor } from "./reasons-editor.tsx";
import { REASONS_KEY } from "./use-reasons.ts";
import "./reasons.css";

const KEY = [...REASONS_KEY, "edited"];

/** Edits the reasons of failed tries and their consequences, and shows what couriers see of them. */
export function ReasonsPage() {
  const t = useWords("reasons");
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(reasonsApi.readReasons, {}, { signal }),
  });
  const reload = () => void list.refetch();
  if (list.data) {
    return (
      <>
        <RefusalNote error={list.error} onRetry={reload} />
        <ReasonsEditor
          inForce={list.data}
          onSaved={(fresh) => {
            queries.setQueryData(KEY, fresh);
            void queries.invalidateQueries({ queryKey: [...REASONS_KEY, "list"] });
          }}
          onReload={reload}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("title")} />
      {list.isPending ? (
        <Skeleton look="rows" lines={9} />
      ) : (
        <ProblemMessage error={list.error} onRetry={reload} />
      )}
    </>
  );
}
