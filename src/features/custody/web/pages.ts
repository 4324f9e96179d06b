import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    custody: typeof words;
  }
}

const needs = ["courier"] as const;

export const custodyPages = definePages("custody", (page) => [
  page({
    path: "/c/load",
    title: "load.title",
    frame: "courier",
    needs,
    words: ["courier", "scan"],
    load: () => import("./load/load.tsx").then((module) => module.Load),
  }),
  page({
    path: "/c/handover",
    title: "hand.title",
    frame: "courier",
    needs,
    words: ["courier", "scan"],
    load: () => import("./hand/handover-page.tsx").then((module) => module.Handover),
  }),
  page({
    path: "/c/in-hand",
    title: "held.title",
    frame: "courier",
    needs,
    words: ["courier"],
    load: () => import("./held/in-hand-page.tsx").then((module) => module.InHandPage),
  }),
  page({
    path: "/c/stop/$id/door",
    title: "door.title",
    frame: "courier",
    needs,
    words: ["courier", "deliveries", "scan"],
    load: () => import("./door/door.tsx").then((module) => module.Door),
  }),
  page({
    path: "/c/stop/$id/done",
    title: "done.title",
    frame: "courier",
    needs,
    words: ["courier", "deliveries"],
    load: () => import("./end/done.tsx").then((module) => module.Done),
  }),
  page({
    path: "/c/stop/$id/parts",
    title: "parts.title",
    frame: "courier",
    needs,
    words: ["courier", "deliveries", "scan", "parcels"],
    load: () => import("./end/parts.tsx").then((module) => module.Parts),
  }),
  page({
    path: "/c/stop/$id/fail",
    title: "fail.title",
    frame: "courier",
    needs,
    words: ["courier", "deliveries"],
    load: () => import("./end/fail.tsx").then((module) => module.Fail),
  }),
]);
