import { definePages } from "../shell/pages.ts";
import type words from "./words/en.json";

declare module "../i18n/words.ts" {
  interface WordRooms {
    home: typeof words;
  }
}

export const homePages = definePages("home", (page) => [
  page({ path: "/", title: "title", load: () => import("./home.tsx").then((module) => module.Home) }),
]);
