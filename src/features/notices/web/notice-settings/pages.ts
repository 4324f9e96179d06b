import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    /** Of the page on which an organisation decides about notices. */
    "notice-settings": typeof words;
  }
}

export const noticeSettingsPages = definePages("notice-settings", (page) => [
  page({
    path: "/a/notices",
    title: "title",
    frame: "office",
    needs: ["org-admin"],
    words: ["notices"],
    nav: { label: "title", icon: "phone", order: 66 },
    load: () => import("./settings-page.tsx").then((module) => module.SettingsPage),
  }),
]);
