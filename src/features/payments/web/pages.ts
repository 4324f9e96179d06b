import { definePages } from "#web/shell/pages.ts";
import "./words.ts";

export const paymentsPages = definePages("payments", (page) => [
  page({
    path: "/f",
    title: "money.title",
    frame: "desk",
    needs: ["org-admin", "finance"],
    words: ["money", "dues"],
    search: () => import("./money-search.ts").then((module) => module.MoneySearch),
    nav: { label: "money.title", icon: "card", order: 58 },
    load: () => import("./money-page.tsx").then((module) => module.MoneyPage),
  }),
  page({
    path: "/f/seller",
    title: "seller.title",
    frame: "desk",
    needs: ["org-admin", "finance"],
    words: ["seller"],
    nav: { label: "seller.nav", icon: "store", order: 64 },
    load: () => import("./seller/seller-page.tsx").then((module) => module.SellerPage),
  }),
  page({
    path: "/my/payments",
    title: "mine.title",
    needs: ["sender"],
    words: ["dues"],
    nav: { label: "mine.title", icon: "card", order: 15 },
    load: () => import("./my-payments.tsx").then((module) => module.MyPayments),
  }),
]);
