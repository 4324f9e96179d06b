import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    recurring: typeof words;
  }
}

const desk = { frame: "office", needs: ["dispatcher", "org-admin"] } as const;
const read = {
  ...desk,
  words: ["deliveries", "quotes", "owed", "payments", "order-entry", "slots"],
} as const;
/** With the words of the order that is typed. */
const typed = {
  ...desk,
  words: ["order-entry", "sender", "book", "quotes", "owed", "payments", "slots"],
} as const;
// Two files for four pages: each file that is named here is stored by everybody's browser.
const pages = () => import("./recurring-pages.ts");
const forms = () => import("./recurring-forms.ts");

export const recurringPages = definePages("recurring", (page) => [
  page({
    path: "/d/recurring",
    title: "title",
    ...read,
    search: () => pages().then((module) => module.ListSearch),
    nav: { label: "nav", icon: "refresh", order: 16 },
    load: () => pages().then((module) => module.RecurringListPage),
  }),
  page({
    path: "/d/recurring/new",
    title: "new.title",
    ...typed,
    search: () => forms().then((module) => module.NewSearch),
    load: () => forms().then((module) => module.RecurringNewPage),
  }),
  page({
    path: "/d/recurring/$id",
    title: "one.title",
    ...read,
    search: () => pages().then((module) => module.DaysSearch),
    load: () => pages().then((module) => module.RecurringPage),
  }),
  page({
    path: "/d/recurring/$id/edit",
    title: "edit.title",
    ...typed,
    load: () => forms().then((module) => module.RecurringEditPage),
  }),
]);
