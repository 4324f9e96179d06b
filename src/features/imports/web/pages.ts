import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    imports: typeof words;
  }
}

export const importsPages = definePages("imports", (page) => [
  page({
    path: "/d/import",
    title: "title",
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    nav: { label: "nav", icon: "upload", order: 16 },
    load: () => import("./imports-page.tsx").then((module) => module.ImportsPage),
  }),
  page({
    path: "/d/import/$id",
    title: "title",
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    words: ["quotes"],
    load: () => import("./import-page.tsx").then((module) => module.ImportPage),
  }),
]);
