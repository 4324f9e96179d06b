import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    "delivery-pages": typeof words;
  }
}

const needs = ["dispatcher", "org-admin"] as const;

export const deliveryPages = definePages("delivery-pages", (page) => [
  page({
    path: "/d/deliveries",
    title: "list.title",
    frame: "office",
    needs,
    words: ["deliveries"],
    search: () => import("../contract/list-search.ts").then((module) => module.ListSearch),
    nav: { label: "list.title", icon: "list", order: 20 },
    load: () => import("./dispatcher-list.tsx").then((m) => m.DispatcherList),
  }),
  page({
    path: "/d/deliveries/$id",
    title: "detail.title",
    frame: "office",
    needs,
    words: ["deliveries", "quotes", "parcels"],
    load: () => import("./dispatcher-detail.tsx").then((m) => m.DispatcherDetail),
  }),
  page({
    path: "/d/deliveries/$id/edit",
    title: "edit.title",
    frame: "office",
    needs,
    words: ["deliveries", "slots"],
    load: () => import("./edit-page.tsx").then((m) => m.EditPage),
  }),
]);
