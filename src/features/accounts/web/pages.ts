import { definePages } from "#web/shell/pages.ts";
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
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    search: () => import("./people-search.ts").then((module) => module.PeopleSearch),
    nav: { label: "nav.people", icon: "people", order: 63 },
    load: () => import("./people-page.tsx").then((module) => module.PeoplePage),
  }),
  page({
    path: "/join",
    title: "join.title",
    load: () => import("./join-page.tsx").then((module) => module.JoinPage),
  }),
  page({
    path: "/account",
    title: "account.title",
    search: () => import("./account-search.ts").then((module) => module.AccountSearch),
    load: () => import("./account-page.tsx").then((module) => module.AccountPage),
  }),
  page({
    path: "/account/diagnostics",
    title: "diagnosis.title",
    words: ["session"],
    load: () => import("./diagnostics-page.tsx").then((module) => module.DiagnosticsPage),
  }),
  page({
    path: "/no-access",
    title: "no-access.title",
    load: () => import("./no-access-page.tsx").then((module) => module.NoAccessPage),
  }),
]);
