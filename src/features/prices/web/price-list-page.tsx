import { useQueryClient } from "@tanstack/react-query";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PriceList } from "#features/quotes/contract/api.ts";
import { PriceListEditor } from "./price-list-editor.tsx";
import type { PricesSearch } from "./prices-search.ts";
import { PRICE_LIST_KEY, usePriceList } from "./use-price-list.ts";
import "./price-list.css";

/** Edits the price list: the rules in their order, and an example priced by them at once. */
export function PriceListPage({ search, setSearch }: PageProps<object, PricesSearch>) {
  const t = useWords("prices");
  const queries = useQueryClient();
  const list = usePriceList();
  if (list.data) {
    return (
      <>
        <RefusalNote error={list.error} onRetry={() => void list.refetch()} />
        <PriceListEditor
          list={list.data}
          addsLater={search.add === "later"}
          onLaterAdded={() => setSearch({ add: "" }, { replace: true })}
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
