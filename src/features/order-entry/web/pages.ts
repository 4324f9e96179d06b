import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    "order-entry": typeof words;
  }
}

export const orderEntryPages = definePages("order-entry", (page) => [
  page({
    path: "/d/new",
    title: "title",
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    search: () => import("./entry-search.ts").then((module) => module.EntrySearch),
    words: ["sender", "book", "quotes", "owed", "slots"],
    nav: { label: "nav", icon: "add", order: 15, key: "n" },
    load: () => import("./entry-page.tsx").then((module) => module.EntryPage),
  }),
]);
