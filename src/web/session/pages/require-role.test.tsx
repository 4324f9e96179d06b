import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signedIn, stubAuth, type StubAuth } from "#test/support/sign-in/stub-auth.ts";
import { stubServer } from "#test/support/web/stub-server.ts";
import { Problem } from "../../api/problem.ts";
import { fetchFailureMessages } from "../failures/failure-later.tsx";
import { setLocale, startWords } from "../../i18n/words.ts";
import { AuthError } from "../auth-error.ts";
import { forgetLoginFailure } from "../begin-login.ts";
import { RequireRole } from "./require-role.tsx";
import { unsentFrom } from "../failures/unsent.ts";

let auth: StubAuth;
let online = true;
beforeEach(async () => {
  online = true;
  stubServer({});
  vi.stubGlobal("isSecureContext", true);
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => online);
  if (!("locks" in navigator)) Object.assign(navigator, { locks: {} });
  vi.stubGlobal("indexedDB", {});
  auth = stubAuth();
  await fetchFailureMessages();
  await startWords("hall", "session");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  forgetLoginFailure();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  await act(async () => {
    render(
      <Suspense fallback={null}>
        <RequireRole roles={["dispatcher", "org-admin"]}>
          <h1>{"Board"}</h1>
        </RequireRole>
      </Suspense>,
    );
  });
}
const title = () => screen.getByRole("heading", { level: 1 }).textContent;
const change = (what: () => void) => act(async () => what());
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));

test("who has one of the roles sees the page", async () => {
  auth.show(signedIn(["org-admin"]));
  await open();
  expect(title()).toBe("Board");
});

test("while a session is looked for, nothing is claimed", async () => {
  auth.show({ kind: "signing-in" });
  await open();
  expect(title()).toBe("Signing you in");
});

test("F12: without any role, it says who can give one", async () => {
  auth.show(signedIn([]));
  await open();
  expect(title()).toBe("Signed in as Ana, without a role here");
  expect(screen.getByText(/at the sign-in service, and here under “People”/)).toBeTruthy();
  await press("Sign out");
  expect(auth.logout).toHaveBeenCalledTimes(1);
});

test("with another role, it names the needed ones and leads back to one's own work", async () => {
  auth.show(signedIn(["courier"]));
  await open();
  expect(title()).toBe("No permission for this page");
  expect(screen.getByText(/needs the role Dispatcher or Administrator/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go on to my work" })).toBeTruthy();
});

test("F24: a role that is taken away closes the page at once and says so", async () => {
  auth.show(signedIn(["dispatcher", "courier"]));
  await open();
  await change(() => auth.show(signedIn(["courier"])));
  expect(title()).toBe("No longer open to you");
  expect(screen.getByText(/The role “Dispatcher” was taken from your account/)).toBeTruthy();
});

test("F13: a session that ends puts the reason in the page's place; signing in comes back here", async () => {
  auth.show(signedIn());
  await open();
  await change(() => auth.show({ kind: "signed-out", trouble: "ended-elsewhere" }));
  expect(screen.getByRole("alert").textContent).toContain("signed out on another device");
  await press("Sign in again");
  expect(auth.login).toHaveBeenCalledWith({ prompt: "login" });
});

test("a press that fails says why in the same place, and the next press may succeed", async () => {
  await open();
  expect(title()).toBe("Please sign in");
  auth.login.mockRejectedValueOnce(new AuthError("unreachable"));
  await press("Sign in");
  expect(screen.getByRole("alert").textContent).toContain("does not answer");
  await press("Try again");
  expect(title()).toBe("Please sign in");
});

test("F28: the first sign-in waits for the network and goes on by itself", async () => {
  online = false;
  await open();
  expect(title()).toBe("Please connect once");
  online = true;
  await change(() => void dispatchEvent(new Event("online")));
  expect(title()).toBe("Please sign in");
});

test("F28: a press without network is the same, and is forgotten when the network is back", async () => {
  await open();
  auth.login.mockRejectedValueOnce(new Problem("http.offline"));
  online = false;
  await press("Sign in");
  expect(title()).toBe("Please connect once");
  online = true;
  await change(() => void dispatchEvent(new Event("online")));
  expect(title()).toBe("Please sign in");
});

test("F29: work that waits to be sent is the first thing said, by the name of whoever did it", async () => {
  unsentFrom({
    count: () => 3,
    lost: () => 0,
    owner: () => "Ana",
    isReadable: () => false,
    subscribe: () => () => undefined,
  });
  auth.show(signedIn());
  await open();
  await change(() => auth.show({ kind: "signed-out", trouble: "ended-elsewhere" }));
  expect(title()).toBe("Something still waits here");
  expect(screen.getByRole("alert").textContent).toMatch(/3 deliveries still wait.*Sign in as Ana/);
  await press("Sign in again");
  expect(auth.login).toHaveBeenCalledWith({});
  unsentFrom();
});

test("a courier reads the stored day although the session is over; another page stays closed", async () => {
  unsentFrom({
    count: () => 3,
    lost: () => 0,
    owner: () => "Ana",
    isReadable: () => true,
    subscribe: () => () => undefined,
  });
  auth.show({ kind: "signed-out", trouble: "expired" });
  await act(async () => {
    render(
      <Suspense fallback={null}>
        <RequireRole roles={["courier"]}>
          <h1>{"Stops"}</h1>
        </RequireRole>
      </Suspense>,
    );
  });
  expect(title()).toBe("Stops");
  cleanup();
  await open();
  expect(title()).toBe("Something still waits here");
  unsentFrom();
});

test("F31: an insecure address is said before any redirect", async () => {
  vi.stubGlobal("isSecureContext", false);
  await open();
  expect(title()).toBe("This address is not secure");
  expect(screen.queryByRole("button", { name: /sign in/i })).toBeNull();
});

test("F32: an old browser is said before any redirect, with the ones that work", async () => {
  vi.stubGlobal("BroadcastChannel", undefined);
  Reflect.deleteProperty(globalThis, "BroadcastChannel");
  await open();
  expect(title()).toBe("Please update this browser");
  expect(screen.getAllByRole("listitem").length).toBeGreaterThan(3);
});
