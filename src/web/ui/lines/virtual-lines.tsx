import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";
import "./lines.css";

interface Keyed {
  readonly key: string;
}

export interface LinesHandle {
  focus(): void;
  reveal(key: string): void;
}

interface VirtualLinesProps<R extends Keyed> {
  /** Tells the ids of its lines from those of other lists on the page. */
  name: string;
  role: "listbox" | "tree";
  label: string;
  rows: readonly R[];
  /** Height of a line in rem. */
  heightOf: (row: R) => number;
  /** Renders a line; `attributes` go on its element. */
  children: (row: R, attributes: LineAttributes) => ReactNode;
  /** Key of the line from which keys start. */
  cursor: string | undefined;
  /** Key of the line that is dragged, read whenever the lines are laid out. */
  heldKey: () => string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onPress: (key: string, event: MouseEvent) => void;
  onOpen: (key: string) => void;
  handle: Ref<LinesHandle>;
}

export interface LineAttributes {
  readonly id: string;
  readonly "data-key": string;
  readonly offset: number;
  readonly height: number;
  readonly isCursor: boolean;
}

const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
/** Lines are taller where fingers press them. */
const COARSE = 1.4;
const touchFactor = (): number => (matchMedia("(pointer: coarse)").matches ? COARSE : 1);

const lineId = (name: string, key: string): string => `line-${name}-${key.replace(/[^\w-]/g, "_")}`;

const keyOf = (event: MouseEvent): string | undefined =>
  event.target instanceof Element
    ? (event.target.closest("[data-key]")?.getAttribute("data-key") ?? undefined)
    : undefined;

/**
 * A long list of which only what is seen stands in the page. The list itself has the focus and names its current line
 * (`aria-activedescendant`), so that edits and live news never take the focus away.
 */
export function VirtualLines<R extends Keyed>(props: VirtualLinesProps<R>) {
  const { name, role, label, rows, heightOf, children, cursor, heldKey, onKeyDown, onPress, onOpen, handle } =
    props;
  const box = useRef<HTMLDivElement>(null);
  const at = useMemo(() => rows.findIndex((row) => row.key === cursor), [rows, cursor]);
  const unit = useMemo(() => remPx() * touchFactor(), []);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (n) => Math.round((rows[n] ? heightOf(rows[n]) : 0) * unit),
    getItemKey: (n) => rows[n]?.key ?? n,
    overscan: 8,
    initialRect: { width: 320, height: 640 },
    // The current line is always in the page: screen readers must find what the list names. So is the one that is dragged.
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range);
      const kept = [at, rows.findIndex((row) => row.key === heldKey())].filter((n) => n >= 0);
      return [...new Set([...shown, ...kept])].toSorted((a, b) => a - b);
    },
  });
  const sizes = rows.map(heightOf).join();
  useEffect(() => virtual.measure(), [virtual, sizes]);
  useImperativeHandle(handle, () => ({
    focus: () => box.current?.focus({ preventScroll: true }),
    reveal: (key) => {
      const place = rows.findIndex((row) => row.key === key);
      if (place >= 0) virtual.scrollToIndex(place, { align: "auto" });
    },
  }));
  return (
    <div
      ref={box}
      className="lines"
      role={role}
      aria-label={label}
      aria-multiselectable="true"
      aria-activedescendant={at < 0 ? undefined : lineId(name, cursor ?? "")}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const key = keyOf(event);
        box.current?.focus({ preventScroll: true });
        if (key !== undefined) onPress(key, event);
      }}
      onDoubleClick={(event) => {
        const key = keyOf(event);
        if (key !== undefined) onOpen(key);
      }}
    >
      <div role="presentation" className="lines-room" style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return children(row, {
            id: lineId(name, row.key),
            "data-key": row.key,
            offset: item.start,
            height: item.size,
            isCursor: item.index === at,
          });
        })}
      </div>
    </div>
  );
}
