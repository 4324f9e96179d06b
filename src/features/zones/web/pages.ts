import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    zones: typeof words;
  }
}

export const zonesPages = definePages("zones", (page) => [
  page({
    path: "/a/zones",
    title: "page.title",
    frame: "office",
    needs: ["org-admin"],
    words: ["drafts"],
    nav: { label: "page.nav", icon: "lasso", order: 63 },
    load: () => import("./zones-page.tsx").then((module) => module.ZonesPage),
  }),
]);
