import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    audit: typeof words;
  }
}

export const auditPages = definePages("audit", (page) => [
  page({
    path: "/a/audit",
    title: "title",
    frame: "office",
    needs: ["org-admin"],
    search: () => import("../contract/filter.ts").then((module) => module.AuditSearch),
    nav: { label: "nav", icon: "visibility", order: 67 },
    load: () => import("./audit-page.tsx").then((module) => module.AuditPage),
  }),
]);
