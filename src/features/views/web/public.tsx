import { lazy, Suspense } from "react";
import { loadWords } from "#web/i18n/words.ts";
import type { SavedViewsProps } from "./saved-views.tsx";

const Loaded = lazy(async () => {
  const [module] = await Promise.all([import("./saved-views.tsx"), loadWords("views")]);
  return { default: module.SavedViews };
});

/** Views of a page, fetched beside it: the page does not wait for them. */
export const SavedViews = <S extends object>(props: SavedViewsProps<S>) => (
  <Suspense fallback={null}>
    <Loaded {...props} />
  </Suspense>
);
