import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    recurring: typeof words;
  }
}

const desk = { frame: "office", needs: ["dispatcher", "org-admin"] } as const;
/** Words of the order that is typed. */
const typed = ["order-entry", "sender", "book", "quotes", "owed", "payments"] as const;

export const recurringPages = definePages("recurring", (page) => [
  page({
    path: "/d/recurring",
    title: "title",
    ...desk,
    search: () => import("./list-search.ts").then((module) => module.ListSearch),
    words: ["quotes"],
    nav: { label: "nav", icon: "refresh", order: 16 },
    load: () => import("./recurring-list-page.tsx").then((module) => module.RecurringListPage),
  }),
  page({
    path: "/d/recurring/new",
    title: "new.title",
    ...desk,
    search: () => import("./list-search.ts").then((module) => module.NewSearch),
    words: typed,
    load: () => import("./recurring-new-page.tsx").then((module) => module.RecurringNewPage),
  }),
  page({
    path: "/d/recurring/$id",
    title: "one.title",
    ...desk,
    search: () => import("./list-search.ts").then((module) => module.DaysSearch),
    words: ["deliveries", "quotes", "owed", "payments", "order-entry"],
    load: () => import("./recurring-page.tsx").then((module) => module.RecurringPage),
  }),
  page({
    path: "/d/recurring/$id/edit",
    title: "edit.title",
    ...desk,
    words: typed,
    load: () => import("./recurring-edit-page.tsx").then((module) => module.RecurringEditPage),
  }),
]);
