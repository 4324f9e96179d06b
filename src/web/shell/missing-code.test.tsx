import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { signedIn, stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { stubServer } from "#test/support/web/stub-server.ts";
import { loadWords, locale, setLocale, startWords } from "../i18n/words.ts";
import { reportMissingCode } from "../offline/code-missing.ts";
import { AuthError } from "../session/auth-error.ts";
import { beginLogin, forgetLoginFailure } from "../session/begin-login.ts";
import { AppBar } from "./app-bar.tsx";
import { Nav } from "./nav.tsx";
import { UpdateNotice } from "./notices.tsx";
import { OptionalPart } from "./optional-part.tsx";
import type { AnyPage } from "./pages.ts";
import { knowPlaces } from "./places.ts";
import { SmallShell } from "./small-shell.tsx";
import { SessionNotices } from "./session/session-notices-later.tsx";

/** Parts of the code that the server no longer has. */
const gone = vi.hoisted(() => new Set<string>());
const isThere = vi.hoisted(() => (part: string) => {
  if (gone.has(part)) throw new TypeError("Failed to fetch dynamically imported module");
});
vi.mock("virtual:words", async (original) => {
  const { default: load } = await original<{ default: (room: string, language: string) => unknown }>();
  return {
    default: async (...of: [string, string]) => (
      isThere(of[1] === "fr" ? "words" : `words of ${of[0]}`),
      load(...of)
    ),
  };
});
vi.mock("./session/own-menu.tsx", async (original) => (isThere("own-menu"), await original()));
vi.mock("../ui/overlays/menu-open.tsx", async (original) => (isThere("menu-open"), await original()));
vi.mock(
  "../session/failures/failure-messages.ts",
  async (original) => (isThere("messages"), await original()),
);

beforeEach(async () => {
  stubServer({});
  stubAuth(signedIn());
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await startWords("hall");
  await loadWords("session");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  forgetLoginFailure();
  gone.clear();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const show = (node: React.ReactNode) =>
  act(async () => {
    render(
      <>
        {node}
        <main id="main">
          <UpdateNotice />
        </main>
      </>,
    );
  });
const press = (role: string, name: string) =>
  act(async () => void fireEvent.click(screen.getByRole(role, { name }), { detail: 0 }));
const expectPage = () => expect(document.querySelector("#main")).not.toBeNull();

test("without the words of its places the navigation is empty until the network brings them", async () => {
  const place = (order: number): AnyPage => ({
    room: "scan",
    path: `/p${order}`,
    title: "scan.label",
    frame: "office",
    load: async () => () => null,
    search: undefined,
    nav: { label: "scan.label", icon: "list", roles: ["dispatcher"], order },
    needs: undefined,
    words: [],
    data: undefined,
  });
  const retried = () => act(async () => void dispatchEvent(new Event("online")));
  knowPlaces([place(1), place(2)]);
  gone.add("words of scan");
  await show(<Nav path="/p1" />);
  await retried();
  expect(screen.queryAllByRole("link")).toEqual([]);
  gone.clear();
  await retried();
  await vi.waitFor(() => expect(screen.getAllByRole("link")).toHaveLength(2), { timeout: 15_000 });
});

test("without the code of the person's menu the page stays, and a press asks for it again", async () => {
  gone.add("own-menu");
  await show(<AppBar place="/d" />);
  const link = await screen.findByRole("link", { name: "Ana" });
  expect(link.getAttribute("href")).toBe("/account");
  expectPage();
  gone.clear();
  link.addEventListener("click", (event) => event.preventDefault());
  await press("link", "Ana");
  expect(await screen.findByRole("button", { name: "Ana" })).toBeTruthy();
});

test("without the code of a menu its button stays, and the next press opens it", async () => {
  gone.add("menu-open");
  await show(<AppBar place="/d" />);
  await press("button", "Language and appearance");
  await act(() => new Promise((resolve) => void setTimeout(resolve, 20)));
  expect(screen.queryByRole("menu")).toBeNull();
  expectPage();
  gone.clear();
  await press("button", "Language and appearance");
  expect(await screen.findByRole("menu", undefined, { timeout: 15_000 })).toBeTruthy();
});

test("without the code of the failure messages the page stays, and the next place asks for it again", async () => {
  gone.add("messages");
  const auth = stubAuth();
  auth.login.mockRejectedValue(new AuthError("wrong-issuer", undefined, { said: "a", expected: "b" }));
  await show(<SessionNotices place="/" />);
  await act(() => beginLogin());
  await act(() => new Promise((resolve) => void setTimeout(resolve, 20)));
  expectPage();
  gone.clear();
  cleanup();
  await show(<SessionNotices place="/d" />);
  await act(() => beginLogin());
  expect((await screen.findByRole("alert")).textContent).toContain("It says a, expected was b.");
});

test("a part that breaks is left out, and shown again at the next place", async () => {
  let isBroken = true;
  const Part = () => {
    if (isBroken) throw new TypeError("Failed to fetch dynamically imported module");
    return <p>{"part"}</p>;
  };
  const { rerender } = render(
    <OptionalPart place="/d">
      <Part />
    </OptionalPart>,
  );
  expect(screen.queryByText("part")).toBeNull();
  isBroken = false;
  rerender(
    <OptionalPart place="/c">
      <Part />
    </OptionalPart>,
  );
  expect(screen.getByText("part")).toBeTruthy();
});

/** The page's own entry, beside the one that the server names now. @returns addresses that were asked for */
function serve(theirs: string): string[] {
  const asked: string[] = [];
  vi.stubEnv("DEV", false);
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return new Response(`<script type="module" src="${theirs}"></script>`);
  });
  const ours = document.createElement("meta");
  ours.setAttribute("src", "/assets/old.js");
  vi.spyOn(document, "querySelector").mockImplementation((what) =>
    what.startsWith("script") ? ours : (document.querySelectorAll(what)[0] ?? null),
  );
  return asked;
}
const newer = () => screen.queryAllByText("A newer version of Waybill is there.");
const pause = () => act(() => new Promise((resolve) => void setTimeout(resolve, 20)));

test.each([
  ["another entry", "/assets/new.js", 1],
  ["the same entry", "/assets/old.js", 0],
])("missing code asks the server: %s", async (_says, theirs, notices) => {
  const asked = serve(theirs);
  await show(null);
  await act(async () => reportMissingCode());
  await pause();
  expect(asked).toEqual(["/"]);
  expect(newer()).toHaveLength(notices);
});

test("a language whose words are gone is not chosen, and the notice says why", async () => {
  gone.add("words");
  history.replaceState(null, "", "/t/abc");
  onTestFinished(() => history.replaceState(null, "", "/"));
  const asked = serve("/assets/new.js");
  await act(async () => {
    render(<SmallShell>{"page"}</SmallShell>);
  });
  const select = screen.getByRole<HTMLSelectElement>("combobox");
  await act(async () => void fireEvent.change(select, { target: { value: "fr" } }));
  await pause();
  expect(locale()).toBe("en");
  expect(asked).toEqual(["/t/abc"]);
  expect(newer()).toHaveLength(1);
});

test("in the menu of looks a language whose words are gone is not chosen", async () => {
  gone.add("words");
  serve("/assets/new.js");
  await show(<AppBar place="/d" />);
  await press("button", "Language and appearance");
  const choice = await screen.findByRole("menuitemradio", { name: "Français" }, { timeout: 15_000 });
  await act(async () => void fireEvent.click(choice));
  await pause();
  expect(locale()).toBe("en");
  expect(newer()).toHaveLength(1);
});
