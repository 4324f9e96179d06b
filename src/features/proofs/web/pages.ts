import { definePages } from "#web/shell/pages.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    proofs: typeof words;
  }
}

export const proofsPages = definePages("proofs", (page) => [
  page({
    path: "/a/proofs",
    title: "policy.title",
    frame: "office",
    needs: ["org-admin"],
    words: ["drafts", "quotes"],
    nav: { label: "nav.proofs", icon: "signature", order: 65 },
    load: () => import("./policy-page.tsx").then((module) => module.PolicyPage),
  }),
]);
