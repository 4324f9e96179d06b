import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    /** Of the page that a message's link opens. */
    "notice-switch": typeof words;
  }
}

export const noticeSwitchPages = definePages("notice-switch", (page) => [
  page({
    path: "/n/$token",
    title: "title",
    load: () => import("./switch-page.tsx").then((module) => module.SwitchPage),
  }),
]);
