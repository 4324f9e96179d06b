import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    reasons: typeof words;
  }
}

export const reasonsPages = definePages("reasons", (page) => [
  page({
    path: "/a/reasons",
    title: "title",
    frame: "office",
    needs: ["org-admin"],
    words: ["deliveries", "drafts"],
    nav: { label: "nav", icon: "help", order: 66 },
    load: () => import("./reasons-page.tsx").then((module) => module.ReasonsPage),
  }),
]);
