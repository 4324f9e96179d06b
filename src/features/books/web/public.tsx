import { Suspense, lazy } from "react";
import { loadWords } from "#web/i18n/words.ts";

const LazyHalt = lazy(async () => {
  const [{ HaltNote: note }] = await Promise.all([
    import("./findings/halt-note.tsx"),
    loadWords("payments", "money"),
  ]);
  return { default: note };
});

/** Shows the office that card payments are halted, and how they go on. Renders nothing while they do. */
export const PaymentsHalt = () => (
  <Suspense fallback={null}>
    <LazyHalt />
  </Suspense>
);
