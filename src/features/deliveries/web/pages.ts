import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    deliveries: typeof words;
  }
}

const needs = ["dispatcher", "org-admin"] as const;

export const deliveriesPages = definePages("deliveries", (page) => [
  page({
    path: "/d/deliveries",
    title: "list.title",
    frame: "desk",
    needs,
    search: () => import("./dispatcher-search.ts").then((module) => module.ListSearch),
    nav: { label: "list.title", icon: "list", order: 20 },
    load: () => import("./dispatcher-list.tsx").then((m) => m.DispatcherList),
  }),
  page({
    path: "/d/deliveries/$id",
    title: "detail.title",
    frame: "desk",
    needs,
    words: ["quotes"],
    load: () => import("./dispatcher-detail.tsx").then((m) => m.DispatcherDetail),
  }),
]);
