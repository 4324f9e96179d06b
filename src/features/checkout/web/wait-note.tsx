import { useEffect, useState } from "react";
import { ProblemNote, type WayActions } from "#features/payments/web/public-parts.ts";

/** Too many calls: how long to wait, and the way on once that is over. Read out once, not every second. */
export function WaitNote({ seconds, ways }: { readonly seconds: number; readonly ways: WayActions }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <ProblemNote code="rate.limited" facts={{ n: seconds }} ways={ways} isHeld={left > 0}>
      {left > 0 && (
        <p className="figure" aria-hidden="true">
          {left}
        </p>
      )}
    </ProblemNote>
  );
}
