import { loadWords } from "#web/i18n/words.ts";
import { whenIdle } from "#web/offline/when-idle.ts";
import { courierPages } from "./pages.ts";

/** Parts that a page asks for only when they are shown. */
const parts = [() => import("./scan/scan-panel.tsx"), () => import("./load/load-link.tsx")];

/*
 * Brings the code and the words of every page into this document: what it holds, no update and no lost network takes away
 * in the middle of a shift.
 */
whenIdle(() => {
  const pages = courierPages.map((page) => Promise.all([page.load(), loadWords(...page.words)]));
  void Promise.allSettled([...pages, ...parts.map((fetchPart) => fetchPart())]);
});
