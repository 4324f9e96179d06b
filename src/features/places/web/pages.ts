import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    places: typeof words;
  }
}

const needs = ["org-admin"] as const;

export const placesPages = definePages("places", (page) => [
  page({
    path: "/a/area",
    title: "area.title",
    frame: "office",
    needs,
    nav: { label: "nav.area", icon: "map", order: 61 },
    load: () => import("./area-page.tsx").then((module) => module.AreaPage),
  }),
  page({
    path: "/a/hours",
    title: "hours.title",
    frame: "office",
    needs,
    nav: { label: "nav.hours", icon: "clock", order: 62 },
    load: () => import("./hours-page.tsx").then((module) => module.HoursPage),
  }),
]);
