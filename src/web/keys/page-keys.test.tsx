import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadWords } from "../i18n/words.ts";
import { ALL_PAGES } from "#main/pages.ts";
import { signedIn, stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { setNavigator } from "../shell/navigate.ts";
import { knowPlaces } from "../shell/places.ts";
import { setFinder } from "./finder.ts";
import { PageKeys } from "./page-keys.tsx";

beforeAll(() => loadWords("keys", "hall"));
beforeEach(() => {
  vi.spyOn(HTMLDialogElement.prototype, "showModal").mockImplementation(function open(
    this: HTMLDialogElement,
  ) {
    this.open = true;
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Page({ takes }: { takes?: string }) {
  return (
    <main onKeyDown={(event) => event.key === takes && event.preventDefault()}>
      <span className="keys-hint">J and K walk</span>
      <button type="button">Zoom</button>
      <input type="checkbox" aria-label="Pick" />
      <input type="search" aria-label="Search box" />
      <textarea aria-label="Note" />
      <PageKeys />
    </main>
  );
}
/** Draws a page with the parts that come later. */
const draw = (page: ReactNode) => act(async () => render(page));
const press = (on: Element, key: string, more = {}) => fireEvent.keyDown(on, { key, ...more });
const box = () => screen.getByLabelText("Search box");

test("a slash goes to the search of the page, whatever has the focus", async () => {
  await draw(<Page />);
  for (const on of [document.body, screen.getByRole("button"), screen.getByLabelText("Pick")]) {
    (document.activeElement as HTMLElement).blur();
    press(on, "/");
    expect(document.activeElement).toBe(box());
  }
});

test("a question mark shows the keys of the page, its own among them", async () => {
  await draw(<Page />);
  press(screen.getByRole("button"), "?", { shiftKey: true });
  const dialog = screen.getByRole("dialog", { name: "Keys of this page" });
  expect(dialog.textContent).toContain("J and K walk");
  expect(dialog.textContent).toContain("Search");
});

test("in a field they are letters, held with Ctrl the browser's, and a page may take them for itself", async () => {
  const { rerender } = await draw(<Page />);
  for (const name of ["Search box", "Note"]) press(screen.getByLabelText(name), "?");
  press(document.body, "?", { ctrlKey: true });
  rerender(<Page takes="?" />);
  press(screen.getByRole("button"), "?");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("N enters a new delivery wherever the focus is, unless in a field or beside work that is not saved", async () => {
  const push = vi.fn<(href: string) => void>();
  setNavigator({ push, replace: push, preload: push });
  await loadWords("order-entry");
  knowPlaces(ALL_PAGES.flat());
  stubAuth(signedIn());
  await draw(<Page />);
  press(screen.getByRole("button", { name: "Zoom" }), "n", { ctrlKey: true });
  for (const name of ["Search box", "Note"]) press(screen.getByLabelText(name), "n");
  addEventListener("beforeunload", (event) => event.preventDefault(), { once: true });
  press(document.body, "n");
  expect(push).not.toHaveBeenCalled();
  for (const on of [
    document.body,
    screen.getByRole("button", { name: "Zoom" }),
    screen.getByLabelText("Pick"),
  ])
    press(on, "N");
  expect(push.mock.calls).toEqual([["/d/new"], ["/d/new"], ["/d/new"]]);
  press(document.body, "?");
  expect(screen.getByRole("dialog").textContent).toContain("NNew delivery");
});

test("a button in the bar finds anything where there are no keys", async () => {
  const load = () => Promise.resolve(() => <p>Finder</p>);
  setFinder("keys", load);
  await draw(<span className="app-bar-end" />);
  await draw(<Page />);
  fireEvent.click(screen.getByRole("button", { name: "Find anything" }));
  expect(await screen.findByText("Finder")).toBeTruthy();
});

test("Ctrl-K and Cmd-K find anything, from a field too, and the keys of the page name it", async () => {
  const load = vi.fn<Parameters<typeof setFinder>[1]>(async () => ({ onClose }: { onClose: () => void }) => (
    <button type="button" onClick={onClose}>
      Finder
    </button>
  ));
  setFinder("keys", load);
  await draw(<Page />);
  press(box(), "k");
  press(box(), "k", { ctrlKey: true, shiftKey: true });
  expect(load).not.toHaveBeenCalled();
  for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
    expect(press(box(), "k", held)).toBe(false);
    fireEvent.click(await screen.findByRole("button", { name: "Finder" }));
    expect(screen.queryByRole("button", { name: "Finder" })).toBeNull();
  }
  press(document.body, "?");
  expect(screen.getByRole("dialog").textContent).toContain("Find anything");
});
