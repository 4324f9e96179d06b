import { definePages } from "#web/shell/pages.ts";
import "./words.ts";

export const booksPages = definePages("payments", (page) => [
  page({
    path: "/f",
    title: "money.title",
    frame: "office",
    needs: ["org-admin", "finance"],
    words: ["money", "owed"],
    search: () => import("./money/money-search.ts").then((module) => module.MoneySearch),
    nav: { label: "money.title", icon: "card", order: 58 },
    load: () => import("./money/money-page.tsx").then((module) => module.MoneyPage),
  }),
]);
