import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    messages: typeof words;
  }
}

export const messagesPages = definePages("messages", (page) => [
  page({
    path: "/d/messages",
    title: "title",
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    nav: { label: "title", icon: "mail", order: 17 },
    load: () => import("./messages-page.tsx").then((module) => module.MessagesPage),
  }),
]);
