import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    times: typeof words;
  }
}

const load = () => import("./stop-time-page.tsx").then((module) => module.StopTimePage);

export const timesPages = definePages("times", (page) => [
  page({
    path: "/d/times/$task",
    title: "stop.title",
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    words: ["deliveries"],
    load,
  }),
  page({
    path: "/c/times/$task",
    title: "stop.title",
    frame: "courier",
    needs: ["courier"],
    words: ["deliveries", "courier"],
    load,
  }),
  page({
    path: "/d/reports/predictions",
    title: "report.title",
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    search: () => import("./report-search.ts").then((module) => module.ReportSearch),
    load: () => import("./report-page.tsx").then((module) => module.ReportPage),
  }),
]);
