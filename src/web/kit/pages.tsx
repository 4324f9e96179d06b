import { definePages } from "../shell/pages.ts";

/** All parts of the kit on one page, for people who build Waybill; never part of a build. */
export const kitPages = definePages("hall", (page) => [
  page({ path: "/kit", title: "shell.home", load: () => import("./kit-page.tsx").then((m) => m.KitPage) }),
  page({
    path: "/kit/office",
    title: "shell.home",
    frame: "office",
    load: () => import("./kit-page.tsx").then((m) => m.KitPage),
  }),
  page({
    path: "/kit/courier",
    title: "shell.home",
    frame: "courier",
    load: () => import("./kit-page.tsx").then((m) => m.KitPage),
  }),
]);
