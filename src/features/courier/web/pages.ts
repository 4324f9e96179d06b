import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    courier: typeof words;
  }
}

const needs = ["courier"] as const;
const shown = ["deliveries"] as const;

export const courierPages = definePages("courier", (page) => [
  page({
    path: "/c",
    title: "day.title",
    frame: "courier",
    needs,
    nav: { label: "nav.day", icon: "route", order: 10 },
    load: () => import("./day.tsx").then((module) => module.Day),
  }),
  page({
    path: "/c/stop/$id",
    title: "stop.title",
    frame: "courier",
    needs,
    words: [...shown, "payments"],
    load: () => import("./stop.tsx").then((module) => module.Stop),
  }),
]);
