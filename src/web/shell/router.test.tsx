import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signedIn, stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { Problem } from "../api/problem.ts";
import { ProblemMessage } from "../api/refusal-note.tsx";
import { fetchFailureMessages } from "../session/failures/failure-later.tsx";
import { loadWords, setLocale } from "../i18n/words.ts";
import type { PageProps } from "./pages.ts";
import { definePages } from "./pages.ts";
import { followLinks, setNavigator } from "./navigate.ts";
import { knowPlaces, knownPlaces, loadPlaces } from "./places.ts";
import { makeRouter } from "./router.ts";
import { RouterProvider } from "./router-view.tsx";
import { Shell } from "./shell.tsx";

const gates = new Map<string, () => void>();
const gated = (name: string, text: string) => () =>
  new Promise<() => React.ReactNode>((resolve) => gates.set(name, () => resolve(() => <h1>{text}</h1>)));
const Deep = ({ params, search, setSearch }: PageProps<{ id: string }, { q: string }>) => (
  <button type="button" onClick={() => setSearch({ q: "new" })}>{`${params.id}:${search.q}`}</button>
);
const Foreign = () => <ProblemMessage page error={new Problem("deliveries.not-found", { status: 404 })} />;
const broken = vi.fn<() => Promise<() => React.ReactNode>>(async () => {
  throw new Error("x");
});
const search = {
  safeParse: (input: unknown) => ({
    success: true as const,
    data: { q: String(Reflect.get(Object(input), "q") ?? "") },
  }),
};
const pages = definePages("hall", (page) => [
  page({ path: "/", title: "shell.home", load: async () => () => <h1>start</h1> }),
  page({ path: "/slow", title: "ui.back", load: gated("slow", "slow") }),
  page({ path: "/slower", title: "ui.back", load: gated("slower", "slower") }),
  page({ path: "/deep/$id", title: "ui.close", search: async () => search, load: async () => Deep }),
  page({ path: "/broken", title: "ui.close", load: broken }),
  page({ path: "/closed", title: "ui.close", needs: ["finance"], load: async () => () => <h1>money</h1> }),
  page({ path: "/foreign", title: "ui.close", load: async () => Foreign }),
]);

const work = definePages("hall", (page) => [
  page({ path: "/work", title: "ui.close", load: async () => () => <h1>work</h1> }),
]);
const more = vi.fn<() => Promise<typeof work>>(async () => work);

async function open(path: string) {
  history.replaceState(null, "", path);
  knowPlaces(pages, more);
  const router = makeRouter({ pages: knownPlaces, loadPages: loadPlaces, loadWords, hasWords: () => true });
  await act(() => router.start());
  await act(async () => {
    render(
      <RouterProvider value={router}>
        <Shell />
      </RouterProvider>,
    );
    // Comes by itself once the page stands.
    await import("./session/session-notices.tsx");
  });
  return router;
}

beforeEach(async () => {
  vi.stubGlobal("fetch", async () => Response.json({ demo: { on: false }, org: { name: "Town" } }));
  await setLocale("en");
});
afterEach(cleanup);

test("the old page stays until the next one is there", async () => {
  const router = await open("/");
  await act(async () => router.push("/slow"));
  expect(screen.getByRole("heading", { name: "start" })).toBeTruthy();
  expect(location.pathname).toBe("/slow");
  await act(async () => gates.get("slow")?.());
  expect(screen.getByRole("heading", { name: "slow" })).toBeTruthy();
  expect(document.title).toBe("Back · Waybill");
  expect(document.activeElement?.id).toBe("main");
});

test("the first page after a sign-in leaves the focus in the bar to whoever is at work there already", async () => {
  const router = await open("/auth/callback");
  await act(async () => router.push("/slow"));
  const home = screen.getByRole("banner").querySelector("a");
  act(() => home?.focus());
  await act(async () => gates.get("slow")?.());
  expect(screen.getByRole("heading", { name: "slow" })).toBeTruthy();
  expect(document.activeElement).toBe(home);
});

test("the newest wish wins, however late the older one comes", async () => {
  const router = await open("/");
  await act(async () => router.push("/slower"));
  await act(async () => router.push("/deep/7"));
  await act(async () => gates.get("slower")?.());
  expect(screen.getByRole("button", { name: "7:" })).toBeTruthy();
});

test("a page reads and changes its search", async () => {
  await open("/deep/a%2Fb?q=x");
  await act(async () => screen.getByRole("button", { name: "a/b:x" }).click());
  expect(location.search).toBe("?q=new");
  expect(screen.getByRole("button", { name: "a/b:new" })).toBeTruthy();
});

test.each([
  ["/deep/7?q=new#main", true],
  ["/deep/7?q=x#main", false],
])(
  "a link to a part of the same page with another search is followed in place: %s",
  async (href, isInPlace) => {
    const router = await open("/deep/7?q=x");
    setNavigator(router);
    const followed = new AbortController();
    followLinks();
    const link = document.createElement("a");
    link.href = href;
    document.body.append(link);
    // A press that nobody took would load a page, which a test cannot.
    window.addEventListener("click", (event) => event.preventDefault(), { signal: followed.signal });
    let taken = false;
    document.addEventListener("click", (event) => (taken = event.defaultPrevented), {
      signal: followed.signal,
    });
    await act(async () => link.click());
    expect(taken).toBe(isInPlace);
    expect(location.search).toBe(isInPlace ? "?q=new" : "?q=x");
    followed.abort();
    link.remove();
  },
);

test("an address without a page says so, with a way out", async () => {
  await open("/nowhere");
  expect(screen.getByRole("heading", { name: "There is nothing at this address" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "To the start page" })).toBeTruthy();
});

test("a page of work opens though its table comes later, and a table that does not come can be asked for again", async () => {
  more.mockRejectedValueOnce(new Error("x"));
  await open("/work");
  expect(screen.getByRole("alert")).toBeTruthy();
  await act(async () => screen.getByRole("button", { name: "Try again" }).click());
  expect(screen.getByRole("heading", { name: "work" })).toBeTruthy();
});

test("the first pages and those of a sign-in ask for no other table", async () => {
  more.mockClear();
  const router = await open("/");
  await act(async () => router.push("/deep/7"));
  await act(async () => router.push("/auth/start"));
  expect(more).not.toHaveBeenCalled();
});

test("code that does not come can be asked for again", async () => {
  await open("/broken");
  expect(screen.getByRole("alert")).toBeTruthy();
  broken.mockResolvedValueOnce(() => <h1>back</h1>);
  await act(async () => screen.getByRole("button", { name: "Try again" }).click());
  expect(screen.getByRole("heading", { name: "back" })).toBeTruthy();
});

test.each([
  ["/nothing-here", "There is nothing at this address · Waybill"],
  ["/foreign", "There is nothing at this address · Waybill"],
  ["/closed", "No permission for this page · Waybill"],
])("a page that cannot be shown has a title of its own: %s", async (path, title) => {
  await Promise.all([loadWords("session"), fetchFailureMessages()]);
  stubAuth().show(signedIn(["sender"]));
  await open(path);
  const heading = await screen.findByRole("heading", { level: 1 });
  expect(document.title).toBe(title);
  expect(title).toContain(heading.textContent);
});
