import { definePages } from "#web/shell/pages.ts";

export const checkoutPages = definePages("payments", (page) => [
  page({
    path: "/my/payments",
    title: "mine.title",
    needs: ["sender"],
    words: ["owed"],
    nav: { label: "mine.title", icon: "card", order: 15 },
    load: () => import("./my-payments.tsx").then((module) => module.MyPayments),
  }),
]);
