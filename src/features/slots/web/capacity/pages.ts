import "../words.ts";
import { definePages } from "#web/shell/pages.ts";

export const slotsPages = definePages("capacity", (page) => [
  page({
    path: "/a/slots",
    title: "title",
    frame: "office",
    needs: ["org-admin"],
    words: ["quotes", "drafts"],
    nav: { label: "title", icon: "work", order: 60.7 },
    load: () => import("./capacity-page.tsx").then((module) => module.CapacityPage),
  }),
  page({
    path: "/d/load",
    title: "load.title",
    frame: "office",
    needs: ["dispatcher", "org-admin"],
    words: ["quotes"],
    nav: { label: "load.title", icon: "weight", order: 27 },
    load: () => import("./load-page.tsx").then((module) => module.LoadPage),
  }),
]);
