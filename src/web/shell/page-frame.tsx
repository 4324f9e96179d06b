import { useMemo } from "react";
import { maybeWord } from "../i18n/words.ts";
import { changeSearch, readSearch } from "./match.ts";
import type { AnyPage, PageProps } from "./pages.ts";
import type { PageComponent, Shown } from "./router.ts";
import { useRouter } from "./router-view.tsx";
import { useTitle } from "./use-title.ts";

/** Gives a page its parameters and its title. */
export function PageFrame({ shown, page, Page }: { shown: Shown; page: AnyPage; Page: PageComponent }) {
  const router = useRouter();
  const search = useMemo(() => readSearch(shown.schema, shown.search), [shown.schema, shown.search]);
  useTitle(maybeWord(page.room, page.title), "page");
  const setSearch: PageProps<object, Record<string, unknown>>["setSearch"] = (
    patch,
    { replace = false } = {},
  ) => {
    const href = location.pathname + changeSearch(shown.schema, location.search, patch);
    if (replace) router.replace(href);
    else router.push(href);
  };
  return <Page params={shown.params} search={search} setSearch={setSearch} />;
}
