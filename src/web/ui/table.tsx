import "./styles/table.css";
import { type ReactNode, useCallback, useState } from "react";
import { classes } from "./class-names.ts";
import { Icon } from "./icon.tsx";

export interface Column<T, S extends string = string> {
  key: string;
  head: ReactNode;
  cell: (row: T) => ReactNode;
  /** The server's name of this order; makes the head a button. */
  sort?: S;
  /** Numbers stand at the end side with equal digits. */
  number?: boolean;
  /** Left out on a phone. */
  wide?: boolean;
}

export interface Sorting<S extends string> {
  by: S;
  direction: "ascending" | "descending";
}

export interface TableProps<T, S extends string> {
  caption: string;
  columns: readonly Column<T, S>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  sorting?: Sorting<S>;
  onSort?: (sorting: Sorting<S>) => void;
  /** Address of a row; its first cell becomes the link. */
  rowHref?: (row: T) => string;
  selected?: (row: T) => boolean;
}

/** A dense table. On a phone each row becomes a small card. */
export function Table<T, S extends string = string>(props: TableProps<T, S>) {
  const { caption, columns, rows, rowKey, sorting, onSort, rowHref, selected } = props;
  return (
    <TableFrame caption={caption}>
      <table className="table">
        <caption className="hidden-text">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head
                key={column.key}
                column={column}
                {...(sorting && { sorting })}
                {...(onSort && { onSort })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={classes(rowHref && "table-link", selected?.(row) && "selected")}>
              {columns.map((column, at) => (
                <td
                  key={column.key}
                  className={classes(column.number && "number", column.wide && "wide-only")}
                >
                  {at === 0 && rowHref ? <a href={rowHref(row)}>{column.cell(row)}</a> : column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** Scrolls a table that is wider than its place, by keys too, and shows at its edge that there is more. */
export function TableFrame({ caption, children }: { caption: string; children: ReactNode }) {
  const { frame, isCut } = useCut();
  return (
    <div
      className="table-frame"
      ref={frame}
      {...(isCut && { role: "region", "aria-label": caption, tabIndex: 0 })}
    >
      {children}
    </div>
  );
}

/** Whether the frame shows a part only: then it takes the focus, so that the arrow keys scroll it. */
function useCut() {
  const [isCut, setCut] = useState(false);
  const frame = useCallback((element: HTMLDivElement) => {
    const watcher = new ResizeObserver(() => setCut(element.scrollWidth > element.clientWidth));
    for (const part of [element, ...element.children]) watcher.observe(part);
    return () => watcher.disconnect();
  }, []);
  return { frame, isCut };
}

interface HeadProps<T, S extends string> {
  column: Column<T, S>;
  sorting?: Sorting<S>;
  onSort?: (sorting: Sorting<S>) => void;
}

function Head<T, S extends string>({ column, sorting, onSort }: HeadProps<T, S>) {
  const look = classes(column.number && "number", column.wide && "wide-only");
  const by = column.sort;
  if (by === undefined || !onSort) {
    return (
      <th scope="col" className={look}>
        {column.head}
      </th>
    );
  }
  const direction = sorting?.by === by ? sorting.direction : "none";
  return (
    <th scope="col" className={look} aria-sort={direction}>
      <button
        type="button"
        className="sort"
        onClick={() => onSort({ by, direction: direction === "ascending" ? "descending" : "ascending" })}
      >
        {column.head}
        <Icon name={direction === "none" ? "swap" : direction === "ascending" ? "up" : "down"} size="small" />
      </button>
    </th>
  );
}
