import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    history: typeof words;
  }
}

export const historyPages = definePages("history", (page) => [
  page({
    path: "/d/history",
    title: "title",
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    search: () => import("../contract/search.ts").then((module) => module.HistorySearch),
    words: ["dispatch", "planning", "deliveries", "exceptions", "messages", "offers"],
    nav: { label: "nav", icon: "undo", order: 16, key: "h" },
    load: () => import("./history-page.tsx").then((module) => module.HistoryPage),
  }),
]);
