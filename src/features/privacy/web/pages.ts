import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    privacy: typeof words;
  }
}

export const privacyPages = definePages("privacy", (page) => [
  page({
    path: "/a/privacy",
    title: "title",
    frame: "office",
    needs: ["org-admin"],
    nav: { label: "nav", icon: "lock", order: 66 },
    load: () => import("./privacy-page.tsx").then((module) => module.PrivacyPage),
  }),
]);
