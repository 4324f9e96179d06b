import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    prices: typeof words;
  }
}

const priceList = {
  title: "list.title",
  frame: "office",
  needs: ["org-admin"],
  words: ["quotes", "levels", "drafts"],
  search: () => import("./prices-search.ts").then((module) => module.PricesSearch),
  load: () => import("./price-list-page.tsx").then((module) => module.PriceListPage),
} as const;

export const pricesPages = definePages("prices", (page) => [
  // Administration begins with the prices.
  page({ ...priceList, path: "/a" }),
  page({ ...priceList, path: "/a/prices", nav: { label: "nav.prices", icon: "price", order: 60 } }),
]);
