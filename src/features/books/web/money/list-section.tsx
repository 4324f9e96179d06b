import { type ReactNode, type Ref, useEffect, useReducer, useRef } from "react";
import { PagedRows } from "#web/api/paged-rows.tsx";
import type { Pages } from "#web/api/use-pages.ts";
import { FilterChips, type FilterChipsProps } from "#web/forms/filter-chips.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { type Column, Table } from "#web/ui/table.tsx";

interface ListSectionProps<T, G extends string> {
  name: string;
  title: string;
  groups: FilterChipsProps<G>;
  pages: Pages<T>;
  columns: readonly Column<T>[];
  none: ReactNode;
  heading?: Ref<HTMLHeadingElement>;
  bones?: number;
  children?: ReactNode;
}

export function ListSection<T extends { readonly id: string }, G extends string>({
  name,
  title,
  groups,
  pages,
  columns,
  none,
  heading,
  bones = 2,
  children,
}: ListSectionProps<T, G>) {
  const id = `money-${name}`;
  return (
    <section className="stack gap-4" aria-labelledby={id}>
      <h2 className="title" id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <FilterChips {...groups} />
      <PagedRows pages={pages} bones={bones} none={none}>
        {(rows) => <Table caption={title} columns={columns} rows={rows} rowKey={(row) => row.id} />}
      </PagedRows>
    </section>
  );
}

/** Stands in place of an empty list on a page with other lists. */
export function NothingToDo({ title, text }: { title: string; text: string }) {
  return (
    <div className="row gap-3 nowrap money-nothing">
      <Icon name="check-circle" />
      <div>
        <h3 className="strong">{title}</h3>
        <p className="quiet small">{text}</p>
      </div>
    </div>
  );
}

/** A heading that takes the focus whenever something below it was settled: the button that was pressed is gone by then. */
export function useSettled() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [times, settled] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (times > 0) heading.current?.focus();
  }, [times]);
  return { heading, settled };
}
