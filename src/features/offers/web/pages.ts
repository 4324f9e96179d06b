import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    offers: typeof words;
  }
}

export const offersPages = definePages("offers", (page) => [
  page({
    path: "/c/offers",
    title: "page.title",
    frame: "courier",
    needs: ["courier"],
    words: ["courier"],
    load: () => import("./phone/offers-page.tsx").then((module) => module.OffersPage),
  }),
]);
