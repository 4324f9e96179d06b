import { type RefObject, useEffect, useRef } from "react";

/** Gives the focus to an element that comes into view in place of what had it: keys and reading go on there. */
export function useFocusOnMount<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}
