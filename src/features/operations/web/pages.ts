import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    operations: typeof words;
  }
}

export const operationsPages = definePages("operations", (page) => [
  page({
    path: "/ops",
    title: "title",
    frame: "office",
    needs: ["waybill-operator"],
    nav: { label: "title", icon: "system", order: 90 },
    words: ["notices"],
    load: () => import("./operations-page.tsx").then((module) => module.OperationsPage),
  }),
]);
