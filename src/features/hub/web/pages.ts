import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    hub: typeof words;
  }
}

export const hubPages = definePages("hub", (page) => [
  page({
    path: "/d/hub",
    title: "title",
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    words: ["deliveries", "proofs"],
    search: () => import("./hub-search.ts").then((module) => module.HubSearch),
    nav: { label: "title", icon: "inbox", order: 16 },
    load: () => import("./hub-page.tsx").then((module) => module.HubPage),
  }),
]);
