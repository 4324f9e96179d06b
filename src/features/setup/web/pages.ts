import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    setup: typeof words;
  }
}

export const setupPages = definePages("setup", (page) => [
  page({
    path: "/a/start",
    title: "title",
    frame: "office",
    needs: ["org-admin"],
    words: ["accounts"],
    search: () => import("./setup-search.ts").then((module) => module.SetupSearch),
    nav: { label: "title", icon: "flag", order: 70 },
    load: () => import("./setup-page.tsx").then((module) => module.SetupPage),
  }),
  page({
    path: "/a/ready",
    title: "ready.title",
    frame: "office",
    needs: ["org-admin"],
    load: () => import("./ready-page.tsx").then((module) => module.ReadyPage),
  }),
]);
