import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    streets: typeof words;
  }
}

export const streetsPages = definePages("streets", (page) => [
  page({
    path: "/d/streets",
    title: "page.title",
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    search: () => import("./streets-search.ts").then((module) => module.StreetsSearch),
    nav: { label: "page.nav", icon: "navigate", order: 40 },
    load: () => import("./streets-page.tsx").then((module) => module.StreetsPage),
  }),
]);
