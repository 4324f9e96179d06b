import type { Role } from "#kernel/actor.ts";
import type { AnyPage } from "./pages.ts";

let places: readonly AnyPage[] = [];

/** The console's pages, set once by the entry. */
export const knowPlaces = (pages: readonly AnyPage[]): void => {
  places = pages;
};

/** Whether somebody with these roles finds this place in the navigation. */
export const isPlaceFor = (page: AnyPage, roles: readonly Role[]): boolean =>
  (page.nav?.roles ?? []).some((role) => roles.includes(role));

/** The first place in the navigation that these roles open; the start page for everybody else. */
export const firstPlaceFor = (roles: readonly Role[]): string =>
  places
    .filter((page) => isPlaceFor(page, roles))
    .toSorted((a, b) => (a.nav?.order ?? 0) - (b.nav?.order ?? 0))[0]?.path ?? "/";
