import { type KeyboardEvent, useEffect, useRef, useState } from "react";

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

export interface Order {
  readonly move: (from: number, to: number) => void;
  /** Keys of the row at a place: Alt with an arrow moves it. */
  readonly keys: (at: number) => (event: KeyboardEvent) => void;
  /** Gives the focus to this element once the changed list is drawn. */
  readonly focusNext: (id: string) => void;
  /** Sentence about the last move, for a live region. */
  readonly said: string;
}

/** Moves the rows of a list whose order counts; the control that moved one keeps the focus. */
export function useOrder<I>(
  items: readonly I[],
  onChange: (items: readonly I[]) => void,
  say: (item: I, place: { readonly place: number; readonly of: number }) => string,
): Order {
  const [said, setSaid] = useState("");
  const next = useRef<string>(undefined);
  useEffect(() => {
    if (next.current !== undefined) document.getElementById(next.current)?.focus();
    next.current = undefined;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each new order gives the focus back
  }, [items]);
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || from === to) return;
    // A moved row loses the focus: it gets it back on the same control.
    next.current = document.activeElement?.id;
    onChange(items.toSpliced(from, 1).toSpliced(to, 0, item));
    setSaid(say(item, { place: to + 1, of: items.length }));
  };
  return {
    move,
    keys: (at) => (event) => {
      const step = STEPS[event.key];
      if (!event.altKey || step === undefined) return;
      event.preventDefault();
      move(at, at + step);
    },
    focusNext: (id) => {
      next.current = id;
    },
    said,
  };
}
