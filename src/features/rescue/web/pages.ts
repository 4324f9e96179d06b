import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    rescue: typeof words;
  }
}

const load = () => import("./import-page.tsx").then((module) => module.ImportPage);

export const rescuePages = definePages("rescue", (page) => [
  page({
    path: "/d/unsent",
    title: "import.title",
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    words: ["courier", "courier-phone"],
    load,
  }),
  page({
    path: "/c/unsent",
    title: "import.title",
    frame: "courier",
    needs: ["courier"],
    words: ["courier", "courier-phone"],
    load,
  }),
]);
