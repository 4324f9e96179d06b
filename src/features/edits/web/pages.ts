import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    edits: typeof words;
  }
}

export const editsPages = definePages("edits", (page) => [
  page({
    path: "/d/deliveries/$id/trip",
    title: "title",
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    words: ["deliveries", "delivery-pages", "sender", "book", "quotes", "slots"],
    load: () => import("./trip-page.tsx").then((module) => module.TripPage),
  }),
]);
