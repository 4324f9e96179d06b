import { FIRST_PAGES } from "./first-pages.ts";
import { WORK_PAGES } from "./work-pages.ts";

/** Every room's pages, for what looks at all of them. */
export const ALL_PAGES = [...FIRST_PAGES, ...WORK_PAGES];
