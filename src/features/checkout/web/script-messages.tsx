import { useEffect, useState } from "react";
import { useWords } from "#web/i18n/words.ts";
import type { FormTrouble } from "./bank.ts";
import type { ScriptTrouble } from "./load-script.ts";
import { ProblemNote, type WayActions } from "#features/payments/web/public-parts.ts";
import { PROBLEM_OF_SCRIPT } from "./problem-of.ts";

/** From then on it says that it still loads, in ms. */
const STILL_MS = 3_000;
/** From then on it offers the ways out, in ms: before the loader itself gives up. */
const STALLED_MS = 10_000;
/** Interval of tries while our own servers are silent too. */
const AGAIN_MS = 10_000;

/** Bones of the card form; a sentence when it takes long or waits for the network. */
export function ScriptLoading({ offline, ways = {} }: { offline: boolean; ways?: WayActions }) {
  const t = useWords("payments");
  const isLong = useLaterThan(STILL_MS);
  const isStalled = useLaterThan(STALLED_MS);
  return (
    <div className="stack gap-4" aria-busy="true">
      <output className="pay-bones" aria-label={t("pay.loading")}>
        <span className="bone" />
        <span className="bone" />
        <span className="bone" />
      </output>
      {offline ? (
        <ProblemNote code="script.offline" />
      ) : isStalled ? (
        <ProblemNote code="element.slow" ways={{ ...ways, reload: () => location.reload() }} />
      ) : (
        isLong && <output data-problem="element.slow">{t("pay.still")}</output>
      )}
    </div>
  );
}

/** True once that many ms have passed since it was first shown. */
function useLaterThan(ms: number): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLater;
}

interface FailureProps {
  readonly reason: ScriptTrouble | FormTrouble;
  readonly onRetry: () => void;
  readonly ways?: WayActions | undefined;
}

export function ScriptFailure({ reason, onRetry, ways }: FailureProps) {
  const t = useWords("payments");
  const isByItself = reason === "network" || reason === "offline";
  useEffect(() => {
    if (!isByItself) return undefined;
    const timer = setTimeout(onRetry, AGAIN_MS);
    addEventListener("online", onRetry);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", onRetry);
    };
  }, [isByItself, onRetry]);
  return (
    <ProblemNote
      code={PROBLEM_OF_SCRIPT[reason]}
      ways={{ ...ways, retry: onRetry, reload: () => location.reload() }}
    >
      {reason !== "offline" && <p>{t("fail.saved")}</p>}
    </ProblemNote>
  );
}
