import { useEffect, useReducer, useState, useSyncExternalStore } from "react";
import type { Role } from "#kernel/actor.ts";
import { useReconnect } from "../ui/use-reconnect.ts";
import type { AnyPage } from "./pages.ts";

let places: readonly AnyPage[] = [];
let fetchMore: (() => Promise<readonly AnyPage[]>) | undefined;
let coming: Promise<void> | undefined;
const listeners = new Set<() => void>();

const add = (pages: readonly AnyPage[]): void => {
  places = pages;
  for (const listener of listeners) listener();
};

/** The console's pages, set once by the entry. @param more fetches those of whoever works here */
export const knowPlaces = (pages: readonly AnyPage[], more?: typeof fetchMore): void => {
  fetchMore = more;
  coming = undefined;
  add(pages);
};

/** The pages that are known so far. */
export const knownPlaces = (): readonly AnyPage[] => places;

/** Fetches the pages that are not known yet, once. */
export function loadPlaces(): Promise<void> {
  coming ??= (fetchMore?.() ?? Promise.resolve([])).then(
    (more) => add([...places, ...more]),
    (error: unknown) => {
      // The next wish tries again.
      coming = undefined;
      throw error;
    },
  );
  return coming;
}

const onPlaces = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Places in the navigation of somebody with these roles, in its order; whoever works here gets theirs once they come. */
export function usePlacesFor(roles: readonly Role[]): readonly AnyPage[] {
  const works = roles.some((role) => role !== "sender");
  const [tries, again] = useReducer((n: number) => n + 1, 0);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (!works) return;
    loadPlaces().then(
      () => setMissing(false),
      () => setMissing(true),
    );
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each try fetches anew
  }, [works, tries]);
  useReconnect(isMissing ? again : undefined);
  return useSyncExternalStore(onPlaces, knownPlaces)
    .filter((page) => (page.nav?.roles ?? []).some((role) => roles.includes(role)))
    .toSorted((a, b) => (a.nav?.order ?? 0) - (b.nav?.order ?? 0));
}

/** The first place in the navigation that these roles open; the start page for everybody else. */
export const useFirstPlaceFor = (roles: readonly Role[]): string => usePlacesFor(roles)[0]?.path ?? "/";
