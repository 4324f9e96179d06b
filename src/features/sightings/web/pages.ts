import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    sightings: typeof words;
  }
}

export const sightingsPages = definePages("sightings", (page) => [
  page({
    path: "/c/seen",
    title: "seen.title",
    frame: "courier",
    needs: ["courier"],
    words: ["courier"],
    load: () => import("./seen-page.tsx").then((module) => module.SeenPage),
  }),
]);
