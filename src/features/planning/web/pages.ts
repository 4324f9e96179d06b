import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    planning: typeof words;
  }
}

export const planningPages = definePages("planning", (page) => [
  page({
    path: "/d/plan/$date",
    title: "page.title",
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    search: () => import("./plan-search.ts").then((module) => module.PlanSearch),
    words: ["dispatch"],
    load: () => import("./plan-page.tsx").then((module) => module.PlanPage),
  }),
]);
