import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    exceptions: typeof words;
  }
}

export const exceptionsPages = definePages("exceptions", (page) => [
  page({
    path: "/d/exceptions",
    title: "queue.title",
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    search: () => import("./queue-search.ts").then((module) => module.QueueSearch),
    words: ["deliveries", "slots", "choices"],
    nav: { label: "queue.title", icon: "warning", order: 15, key: "x" },
    load: () => import("./queue-page.tsx").then((module) => module.QueuePage),
  }),
]);
