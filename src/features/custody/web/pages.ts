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
]);
