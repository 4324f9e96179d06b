import { definePages } from "#web/shell/pages.ts";
import type stepWords from "./book/words/en.json";
import type bookedWords from "./booked/words/en.json";
import type payWords from "./pay/words/en.json";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    sender: typeof words;
    /** Of the steps after the first one. */
    book: typeof stepWords;
    /** Of the payment. */
    pay: typeof payWords;
    /** Of the page after it. */
    booked: typeof bookedWords;
  }
}

const needs = ["sender"] as const;

export const senderPages = definePages("sender", (page) => [
  page({
    path: "/book",
    title: "book.title",
    search: () => import("./book/steps.ts").then((module) => module.BookSearch),
    data: "later",
    nav: { label: "nav.book", icon: "add", roles: ["sender"], order: 20 },
    load: () => import("./book/book.tsx").then((module) => module.Book),
  }),
  page({
    path: "/book/done/$id",
    title: "booked.page",
    words: ["pay", "booked", "deliveries", "quotes"],
    load: () => import("./booked/booked.tsx").then((module) => module.Booked),
  }),
  page({
    path: "/my/deliveries",
    title: "mine.title",
    needs,
    words: ["deliveries"],
    nav: { label: "nav.mine", icon: "parcel", order: 10 },
    load: () => import("./my-deliveries.tsx").then((module) => module.MyDeliveries),
  }),
  page({
    path: "/my/deliveries/$id",
    title: "one.title",
    needs,
    words: ["deliveries", "quotes"],
    load: () => import("./my-delivery.tsx").then((module) => module.MyDelivery),
  }),
]);
