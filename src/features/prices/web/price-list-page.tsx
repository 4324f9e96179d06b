import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type PriceList, quotesApi } from "#features/quotes/contract/api.ts";
import { PriceListEditor } from "./price-list-editor.tsx";
import "./price-list.css";

export const PRICE_LIST_KEY = ["price-list"];

/** Edits the price list: the rules in their order, and an example priced by them at once. */
export function PriceListPage() {
  const t = useWords("prices");
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: PRICE_LIST_KEY,
    queryFn: ({ signal }) => call(quotesApi.readPriceList, {}, { signal }),
  });
  if (list.data) {
    return (
      <>
        <RefusalNote error={list.error} onRetry={() => void list.refetch()} />
        <PriceListEditor
          list={list.data}
          onPublished={(fresh: PriceList) => queries.setQueryData(PRICE_LIST_KEY, fresh)}
          onReload={() => void list.refetch()}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("list.title")} />
      {list.isPending ? (
        <Skeleton look="rows" lines={9} />
      ) : (
        <ProblemMessage error={list.error} onRetry={() => void list.refetch()} />
      )}
    </>
  );
}
