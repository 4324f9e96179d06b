import type { ReactNode } from "react";
import { Skeleton } from "../ui/skeleton.tsx";
import { ProblemMessage, RefusalNote } from "./refusal-note.tsx";
import { ShowMore } from "./show-more.tsx";
import type { Pages } from "./use-pages.ts";

interface PagedRowsProps<T> {
  pages: Pages<T>;
  /** Lines of bones while the first page is read. */
  bones: number;
  /** Stands where the list is empty. */
  none: ReactNode;
  /** The page holds nothing else: an unread list takes its place. */
  page?: boolean;
  children: (rows: readonly T[]) => ReactNode;
}

/** A list read page by page: its rows and the way to more, or why there are none. */
export function PagedRows<T>({ pages, bones, none, page = false, children }: PagedRowsProps<T>) {
  const { list, items = [] } = pages;
  const Unread = page && items.length === 0 ? ProblemMessage : RefusalNote;
  return (
    <>
      {list.isPending && <Skeleton look="rows" lines={bones} />}
      {list.isError && <Unread error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && items.length === 0 && none}
      {items.length > 0 && children(items)}
      <ShowMore list={list} />
    </>
  );
}
