import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    runsheet: typeof words;
  }
}

export const runsheetPages = definePages("runsheet", (page) => [
  page({
    path: "/d/routes/$courierId",
    title: "title",
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    words: ["dispatch"],
    search: () => import("../contract/search.ts").then((module) => module.RunSheetSearch),
    load: () => import("./run-sheet-page.tsx").then((module) => module.RunSheetPage),
  }),
]);
