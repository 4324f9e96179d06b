import { useEffect } from "react";

/** Lets the browser ask before the tab goes, while something typed is kept nowhere else. */
export function useAskBeforeClose(isAtRisk: boolean): void {
  useEffect(() => {
    if (!isAtRisk) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isAtRisk]);
}
