import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    /** Of the page on which an organisation sets the terms of its service levels. */
    levels: typeof words;
  }
}

export const levelsPages = definePages("levels", (page) => [
  page({
    path: "/a/levels",
    title: "title",
    frame: "office",
    needs: ["org-admin"],
    words: ["quotes", "drafts"],
    nav: { label: "title", icon: "truck", order: 60.5 },
    load: () => import("./levels-page.tsx").then((module) => module.LevelsPage),
  }),
]);
