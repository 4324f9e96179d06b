import { type RefObject, useEffect, useRef } from "react";

/** Gives the focus to an element that comes into view in place of what had it: keys and reading go on there. */
export function useFocusOnMount<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}

/** Moves the focus to the page's heading, where what had it has gone: keys and reading go on there, not at the top. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
