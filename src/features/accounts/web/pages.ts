import { definePages } from "#web/shell/pages.ts";
import { PeopleSearch } from "./people-search.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    accounts: typeof words;
  }
}

export const accountsPages = definePages("accounts", (page) => [
  page({
    path: "/a/people",
    title: "people.title",
    frame: "desk",
    needs: ["org-admin"],
    search: PeopleSearch,
    nav: { label: "nav.people", icon: "people", order: 63 },
    load: () => import("./people-page.tsx").then((module) => module.PeoplePage),
  }),
  page({
    path: "/account",
    title: "account.title",
    load: () => import("./account-page.tsx").then((module) => module.AccountPage),
  }),
  page({
    path: "/no-access",
    title: "no-access.title",
    load: () => import("./no-access-page.tsx").then((module) => module.NoAccessPage),
  }),
]);
