import { useEffect, useRef } from "react";

/** Gives the focus to the next main action, where the one that had it went with its step. */
export function useNextAction(step: string | undefined) {
  const actions = useRef<HTMLElement>(null);
  const last = useRef(step);
  useEffect(() => {
    const hasMoved = last.current !== step;
    last.current = step;
    if (!hasMoved || document.activeElement !== document.body) return;
    actions.current
      ?.querySelector<HTMLElement>(":is(a, button):not(:disabled)")
      ?.focus({ preventScroll: true });
  }, [step]);
  return actions;
}
