import { definePages } from "#web/shell/pages.ts";
import { boardRooms } from "./board-rooms.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    dispatch: typeof words;
  }
}

export const dispatchPages = definePages("dispatch", (page) => [
  page({
    path: "/d/board",
    title: "board.title",
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    search: () => import("../contract/board-search.ts").then((module) => module.BoardSearch),
    words: ["deliveries", "quotes", "accounts", "exceptions", "slots", "times", "live-day"],
    nav: { label: "board.nav", icon: "route", order: 10 },
    load: () => Promise.all([import("./board-page.tsx"), boardRooms.load()]).then(([m]) => m.loadBoard()),
  }),
]);
