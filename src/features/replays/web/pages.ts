import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    replays: typeof words;
  }
}

export const replaysPages = definePages("replays", (page) => [
  page({
    path: "/a/prices/replay",
    title: "title",
    frame: "office",
    needs: ["org-admin"],
    words: ["prices", "quotes", "levels"],
    search: () => import("./replay-search.ts").then((module) => module.ReplaySearch),
    load: () => import("./replay-page.tsx").then((module) => module.ReplayPage),
  }),
]);
