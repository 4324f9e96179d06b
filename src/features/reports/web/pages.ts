import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    reports: typeof words;
  }
}

export const reportsPages = definePages("reports", (page) => [
  page({
    path: "/d/reports",
    title: "title",
    frame: "office",
    needs: ["dispatcher", "org-admin", "finance"],
    words: ["deliveries", "quotes"],
    search: () => import("./report-search.ts").then((module) => module.ReportSearch),
    nav: { label: "title", icon: "receipt", order: 57 },
    load: () => import("./report-page.tsx").then((module) => module.ReportPage),
  }),
  page({
    path: "/d/reports/deliveries",
    title: "behind.title",
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    words: ["deliveries", "quotes"],
    search: () => import("./report-search.ts").then((module) => module.BehindSearch),
    load: () => import("./behind-page.tsx").then((module) => module.BehindPage),
  }),
]);
