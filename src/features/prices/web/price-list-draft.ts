import { useMemo } from "react";
import { useVersionedDraft, type VersionedDraft } from "#web/drafts/use-versioned-draft.ts";
import type { PriceList } from "#features/quotes/contract/api.ts";
import { ListItem } from "./list-items.ts";

/** The list in force, or what was changed of it in this tab. */
export function usePriceListDraft(
  list: Pick<PriceList, "version" | "rules" | "cases">,
): VersionedDraft<ListItem> {
  const inForce = useMemo(() => [...list.rules, ...list.cases], [list]);
  return useVersionedDraft<ListItem>(
    { version: list.version, items: inForce },
    { name: "prices.price-list", item: ListItem },
  );
}
