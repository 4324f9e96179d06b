import type { ComponentType } from "react";
import { matchPage } from "./match.ts";
import type { AnyPage, AnySearch, Frame, PageProps } from "./pages.ts";

export type PageComponent = ComponentType<PageProps<Record<string, string>, Record<string, unknown>>>;

/** The page on the screen: a page with its code loaded, a page whose code failed to load, or no page at all. */
export interface Shown {
  readonly pathname: string;
  readonly search: string;
  readonly page: AnyPage | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly Page: PageComponent | undefined;
  /** Reads the address's search. */
  readonly schema: AnySearch | undefined;
  readonly failed: unknown;
}

export interface RouterOptions {
  /** Those that are known so far. */
  pages: () => readonly AnyPage[];
  /** Fetches the others. */
  loadPages: () => Promise<void>;
  loadWords: (...rooms: readonly string[]) => Promise<void>;
  /** Whether the words of these rooms are there already. */
  hasWords: (rooms: readonly string[]) => boolean;
}

type PageCode = Required<Pick<Shown, "Page" | "schema">>;

/** The page's code, the schema of its search, the cache it reads through and its access check, fetched side by side. */
async function loadCode(page: AnyPage): Promise<PageCode> {
  const [Inside, schema, data, role] = await Promise.all([
    page.load(),
    page.search?.(),
    page.data === "later" ? undefined : import("../api/with-data.tsx"),
    page.needs && import("../session/pages/require-role.tsx"),
  ]);
  const Page = data ? data.withData(Inside) : Inside;
  return { Page: page.needs && role ? role.withRole(page.needs, Page) : Page, schema };
}

/** Pages of a sign-in are the shell's own. */
const OF_SIGN_IN = /^\/auth\//;

type Mode = "push" | "replace" | "pop" | "start";

/**
 * The console's router: the address bar, the history and the code of pages.
 *
 * The old page stays until the next one's code and words are there, so that nothing flickers; the newest wish wins.
 */
export function makeRouter({ pages, loadPages, loadWords, hasWords }: RouterOptions) {
  const codes = new Map<AnyPage, PageCode>();
  const coming = new Map<AnyPage, Promise<PageCode>>();
  const scrolls = new Map<string, number>();
  const listeners = new Set<() => void>();
  let shown: Shown | undefined;
  let pending = false;
  let wish = 0;
  let key = "0";

  const notify = () => {
    for (const listener of listeners) listener();
  };

  function fetchCode(page: AnyPage): Promise<PageCode> {
    const known = coming.get(page);
    if (known) return known;
    const loading = loadCode(page);
    coming.set(page, loading);
    loading.then(
      (code) => codes.set(page, code),
      // The next wish tries again.
      () => coming.delete(page),
    );
    return loading;
  }

  const fetchAhead = (page: AnyPage): void =>
    void Promise.all([fetchCode(page), loadWords(...page.words)]).catch(() => undefined);

  const ready = (page: AnyPage): PageCode | undefined => (hasWords(page.words) ? codes.get(page) : undefined);

  const toUrl = (href: string) => new URL(href, location.href);

  function commit(url: URL, mode: Mode, about: Partial<Shown>): void {
    const before = shown?.pathname;
    pending = false;
    shown = {
      pathname: url.pathname,
      search: url.search,
      page: undefined,
      params: {},
      Page: undefined,
      schema: undefined,
      failed: undefined,
      ...about,
    };
    notify();
    if (mode === "pop" || before !== url.pathname || url.hash !== "")
      requestAnimationFrame(() => place(url.hash, mode));
  }

  /** Sets the scroll position after a change: as it was left, at the named part, or at the top. */
  function place(hash: string, mode: Mode): void {
    const named = hash === "" ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    if (named && mode !== "pop") named.scrollIntoView();
    else scrollTo(0, mode === "pop" || mode === "start" ? (scrolls.get(key) ?? 0) : 0);
  }

  async function show(url: URL, mode: Mode): Promise<void> {
    const mine = (wish += 1);
    let match = matchPage(pages(), url.pathname);
    if (!match && OF_SIGN_IN.test(url.pathname)) return commit(url, mode, {});
    const here = match && ready(match.page);
    if (here) return commit(url, mode, { ...match, ...here });
    pending = true;
    notify();
    try {
      if (!match) {
        await loadPages();
        match = matchPage(pages(), url.pathname);
        if (!match) return void (mine === wish && commit(url, mode, {}));
      }
      const [code] = await Promise.all([fetchCode(match.page), loadWords(...match.page.words)]);
      if (mine === wish) commit(url, mode, { ...match, ...code });
    } catch (failed) {
      if (mine === wish) commit(url, mode, { ...match, failed });
    }
  }

  function move(href: string, mode: "push" | "replace"): void {
    const url = toUrl(href);
    if (mode === "push") key = crypto.randomUUID();
    const state = { key };
    if (mode === "push") history.pushState(state, "", url);
    else history.replaceState(state, "", url);
    void show(url, mode);
  }

  return {
    shown: () => shown,
    isPending: () => pending,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    push: (href: string) => move(href, "push"),
    replace: (href: string) => move(href, "replace"),
    preload: (href: string): void => {
      const match = matchPage(pages(), toUrl(href).pathname);
      if (match) fetchAhead(match.page);
    },
    /** Brings every page with this frame into the document: neither an update nor a lost network takes it away. */
    preloadFrame: (frame: Frame): void => {
      for (const page of pages()) if (page.frame === frame) fetchAhead(page);
    },
    retry: () => void show(toUrl(location.href), "replace"),
    /** Begins to follow the address bar; resolves when the first page is there. */
    start: async (): Promise<void> => {
      history.scrollRestoration = "manual";
      const keyOf = (state: unknown): string =>
        typeof state === "object" && state !== null && "key" in state ? String(state.key) : "0";
      key = keyOf(history.state);
      addEventListener("scroll", () => scrolls.set(key, scrollY), { passive: true });
      addEventListener("popstate", (event) => {
        key = keyOf(event.state);
        void show(toUrl(location.href), "pop");
      });
      await show(toUrl(location.href), "start");
    },
  };
}

export type Router = ReturnType<typeof makeRouter>;
