import { definePages } from "#web/shell/pages.ts";
import "./words.ts";

export const receiptsPages = definePages("payments", (page) => [
  page({
    path: "/f/seller",
    title: "seller.title",
    frame: "office",
    needs: ["org-admin", "finance"],
    words: ["seller"],
    nav: { label: "seller.nav", icon: "store", order: 64 },
    load: () => import("./seller/seller-page.tsx").then((module) => module.SellerPage),
  }),
]);
