import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signedIn, stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { ALL_PAGES } from "#main/pages.ts";
import { stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "../i18n/words.ts";
import { Nav } from "./nav.tsx";
import type { AnyPage } from "./pages.ts";
import { knowPlaces } from "./places.ts";

beforeEach(async () => {
  stubServer({});
  stubAuth(signedIn());
  await startWords("hall");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Places named by words that the hall has anyway. */
const LABELS = [
  "role.sender",
  "role.courier",
  "role.dispatcher",
  "role.org-admin",
  "shell.home",
  "shell.skip",
  "shell.demo",
];
const places = (count: number) =>
  LABELS.slice(0, count).map((label, order): AnyPage => ({
    room: "hall",
    path: `/p${order}`,
    title: label,
    frame: "office",
    load: async () => () => null,
    search: undefined,
    nav: { label, icon: "list", roles: ["dispatcher"], order },
    needs: undefined,
    words: [],
    data: undefined,
  }));
/** As many settings behind them. */
const withSettings = (count: number) => [
  ...places(2),
  ...places(count + 2)
    .slice(2)
    .map((place, nth): AnyPage => ({ ...place, nav: place.nav && { ...place.nav, order: 60 + nth } })),
];
const show = (count: number, path = "/p0") =>
  act(async () => {
    knowPlaces(places(count));
    render(<Nav path={path} />);
  });
const more = () => screen.queryByRole("button", { name: "More" });

test("five places stand in the bar without a menu", async () => {
  await show(5);
  expect(screen.getAllByRole("link")).toHaveLength(5);
  expect(more()).toBeNull();
});

test("whoever works here gets the places of work, and a sender fetches none", async () => {
  const fetchMore = vi.fn<() => Promise<readonly AnyPage[]>>(async () => places(3));
  const go = (role: "sender" | "dispatcher") =>
    act(async () => {
      stubAuth().show(signedIn([role]));
      knowPlaces([], fetchMore);
      render(<Nav path="/" />);
    });
  await go("sender");
  expect(fetchMore).not.toHaveBeenCalled();
  cleanup();
  await go("dispatcher");
  expect(fetchMore).toHaveBeenCalledOnce();
  expect(screen.getAllByRole("link")).toHaveLength(3);
});

test("places of work that did not come are fetched again with the network, until they are there", async () => {
  const fetchMore = vi
    .fn<() => Promise<readonly AnyPage[]>>(async () => places(3))
    .mockRejectedValueOnce(new TypeError("no network"))
    .mockRejectedValueOnce(new TypeError("no network"));
  await act(async () => {
    stubAuth().show(signedIn(["dispatcher"]));
    knowPlaces([], fetchMore);
    render(<Nav path="/" />);
  });
  const online = () => act(async () => void dispatchEvent(new Event("online")));
  await online();
  expect(screen.queryAllByRole("link")).toEqual([]);
  await online();
  expect(screen.getAllByRole("link")).toHaveLength(3);
  await online();
  expect(fetchMore).toHaveBeenCalledTimes(3);
});

test("of seven places the last three are also in a menu, which Escape closes", async () => {
  await show(7);
  expect(screen.getAllByRole("link")).toHaveLength(7);
  // The click that a browser sends for Enter on a button.
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "More" }), { detail: 0 }));
  const menu = await screen.findByRole("menu", undefined, { timeout: 15_000 });
  const items = within(menu).getAllByRole("menuitem");
  expect(items.map((item) => item.getAttribute("href"))).toEqual(["/p4", "/p5", "/p6"]);
  await act(async () => void fireEvent.keyDown(menu, { key: "Escape" }));
  await vi.waitFor(() => expect(screen.queryByRole("menu")).toBeNull(), { timeout: 15_000 });
});

test.each([
  ["/p1", false],
  ["/p6/inside", true],
])("whoever is at %s finds the menu marked: %s", async (path, marked) => {
  await show(7, path);
  expect(more()?.closest("[aria-current]") !== null).toBe(marked);
});

test("settings are kept apart from the places of work", async () => {
  await act(async () => {
    knowPlaces(withSettings(3));
    render(<Nav path="/p0" />);
  });
  const apart = screen.getAllByRole("link").filter((link) => link.classList.contains("nav-setting"));
  expect(apart.map((link) => link.getAttribute("href"))).toEqual(["/p2", "/p3", "/p4"]);
});

test("no two places of one role have the same icon", () => {
  const roles = ["sender", "courier", "dispatcher", "finance", "org-admin"] as const;
  for (const role of roles) {
    const icons = ALL_PAGES.flat().flatMap(({ nav }) => (nav?.roles?.includes(role) ? [nav.icon] : []));
    expect(icons.toSorted(), role).toEqual([...new Set(icons)].toSorted());
  }
});

test("keeps its room while its names are on their way", async () => {
  const room = () => document.querySelector("div.nav");
  knowPlaces(
    places(3).map((place) => ({ ...place, room: "scan", nav: { ...place.nav!, label: "scan.label" } })),
  );
  render(<Nav path="/p0" />);
  expect(room()).not.toBeNull();
  expect(screen.queryByRole("navigation")).toBeNull();
  await vi.waitFor(() => expect(screen.getAllByRole("link")).toHaveLength(3));
  expect(room()).toBeNull();
});
