import { Suspense, lazy } from "react";
import { loadWords } from "#web/i18n/words.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";
import type { BlockingProblem } from "../contract/payment-problems.ts";

const LazyBadge = lazy(async () => {
  const [{ MoneyBadge: badge }] = await Promise.all([import("./money-badge.tsx"), loadWords("payments")]);
  return { default: badge };
});

/** Beside a delivery whose money is not safe; its code and words are fetched when there is one. */
export const MoneyBadge = (props: { readonly code: BlockingProblem }) => (
  <Suspense fallback={null}>
    <LazyBadge {...props} />
  </Suspense>
);

/** One row of the list of payment problems, where another room shows it. */
export const ProblemNote = lazyPart(
  () => import("./problem-note.tsx").then((module) => module.ProblemNote),
  ["payments"],
);
