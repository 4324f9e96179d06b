import { useEffect, useReducer, useRef } from "react";

/** A heading that takes the focus whenever something below it was settled: the button that was pressed is gone by then. */
export function useSettled() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [times, settled] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (times > 0) heading.current?.focus();
  }, [times]);
  return { heading, settled };
}
