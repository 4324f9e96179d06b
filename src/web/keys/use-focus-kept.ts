import { useEffect, useRef } from "react";

interface Focusable {
  focus(): void;
}

interface Places {
  /** The part of the page that the list stands in; it takes the focus by a call alone. */
  readonly pane: () => Focusable | null | undefined;
  readonly hasDialog: boolean;
}

/**
 * A closed dialog leaves the focus nowhere; it belongs to the list that was worked in. A list whose last line left is gone with
 * the focus: its pane is next, where the keys of the board go on.
 */
export function useFocusKept(list: () => Focusable | null | undefined, { pane, hasDialog }: Places): void {
  const before = useRef({ hasDialog, hasList: false });
  useEffect(() => {
    const now = { hasDialog, hasList: Boolean(list()) };
    const isClosed = before.current.hasDialog && !hasDialog;
    const isEmptied = before.current.hasList && !now.hasList && document.activeElement === document.body;
    if (isClosed || isEmptied) (list() ?? pane())?.focus();
    before.current = now;
  });
}
