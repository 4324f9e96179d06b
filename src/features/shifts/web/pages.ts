import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    shifts: typeof words;
  }
}

const desk = { frame: "office", needs: ["dispatcher", "org-admin"], words: ["accounts"] } as const;
const week = () => import("./week-page.tsx").then((module) => module.WeekPage);

export const shiftsPages = definePages("shifts", (page) => [
  page({
    path: "/d/shifts",
    title: "week.title",
    ...desk,
    nav: { label: "week.nav", icon: "calendar", order: 15 },
    load: week,
  }),
  page({ path: "/d/shifts/$week", title: "week.title", ...desk, load: week }),
  page({
    path: "/d/vehicles",
    title: "vehicles.title",
    ...desk,
    load: () => import("./vehicles-page.tsx").then((module) => module.VehiclesPage),
  }),
  page({
    path: "/c/shifts",
    title: "mine.title",
    frame: "courier",
    needs: ["courier"],
    words: ["accounts", "courier"],
    load: () => import("./my-shifts-page.tsx").then((module) => module.MyShiftsPage),
  }),
]);
