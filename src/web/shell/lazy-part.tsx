import { type ComponentType, lazy, Suspense } from "react";
import { loadWords } from "../i18n/words.ts";
import { Skeleton } from "../ui/skeleton.tsx";

/** A part whose code comes when it is shown, together with the cache of what the server said. */
export interface LazyPart<P> {
  (props: P): React.ReactNode;
  /** Fetches the code early, e.g. while the step before is filled in. */
  preload: () => void;
}

/**
 * Splits a part off a page that opens without reading: `const Price = lazyPart(() => import("./price.tsx").then((m) => m.Price))`.
 * Inside, `useQuery` works. `words` are the rooms whose words it shows besides the page's.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  words: readonly string[] = [],
): LazyPart<P> {
  const fetchBoth = async () => {
    const [Part, { withData }] = await Promise.all([
      load(),
      import("../api/with-data.tsx"),
      loadWords(...words),
    ]);
    return { default: withData(Part) };
  };
  const Lazy = lazy(fetchBoth);
  const Shown = (props: P) => (
    <Suspense fallback={<Skeleton lines={5} />}>
      <Lazy {...props} />
    </Suspense>
  );
  return Object.assign(Shown, { preload: () => void fetchBoth().catch(() => undefined) });
}
