import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    "courier-phone": typeof words;
  }
}

const needs = ["courier"] as const;

export const courierPhonePages = definePages("courier-phone", (page) => [
  page({
    path: "/c/map",
    title: "map.title",
    frame: "courier",
    needs,
    words: ["courier", "map"],
    load: () => import("./map/map-page.tsx").then((module) => module.MapPage),
  }),
  page({
    path: "/c/outbox",
    title: "out.title",
    frame: "courier",
    needs,
    words: ["courier", "deliveries", "custody", "payments"],
    load: () => import("./outbox/outbox-page.tsx").then((module) => module.OutboxPage),
  }),
  page({
    path: "/c/install",
    title: "install.title",
    frame: "courier",
    needs,
    words: ["courier", "install"],
    load: () => import("./install/install-page.tsx").then((module) => module.InstallPage),
  }),
]);
