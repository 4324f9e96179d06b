import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubAuth, type StubAuth } from "#test/support/sign-in/stub-auth.ts";
import { stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords, word } from "../../i18n/words.ts";
import { AuthError } from "../auth-error.ts";
import { CallbackPage } from "./callback-page.tsx";
import { fetchFailureMessages } from "../failures/failure-later.tsx";

let auth: StubAuth;
beforeEach(async () => {
  stubServer({});
  vi.stubGlobal("isSecureContext", true);
  await Promise.all([startWords("hall", "session"), fetchFailureMessages()]);
  await setLocale("en");
  history.replaceState(null, "", "/auth/callback");
  auth = stubAuth();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () =>
  act(async () => {
    render(
      <Suspense>
        <CallbackPage />
      </Suspense>,
    );
  });

test("F6: a guest who opens the bare address reads that the link is an old one", async () => {
  auth.finish.mockRejectedValue(new AuthError("stale-link"));
  await open();
  expect((await screen.findByRole("alert")).textContent).toBe(word("session", "auth.stale-link"));
  expect(auth.finish.mock.lastCall?.[0].pathname).toBe("/auth/callback");
  expect(location.pathname).toBe("/auth/callback");
});

test("after a cancelled sign-in that our server had demands on, the next try makes them too", async () => {
  const wanted = { max_age: "900" };
  auth.finish.mockRejectedValue(new AuthError("cancelled", undefined, {}, wanted));
  await open();
  fireEvent.click(await screen.findByRole("button", { name: word("session", "way.again") }));
  await expect.poll(() => auth.login.mock.lastCall).toEqual([{ returnTo: "/", wanted }]);
});

test("F7: whoever is signed in is led on without a word", async () => {
  auth.finish.mockResolvedValue("/d/board");
  const replace = vi.spyOn(location, "replace").mockReturnValue();
  await open();
  await expect.poll(() => replace.mock.lastCall?.[0]).toBe("/d/board");
  expect(screen.queryByRole("alert")).toBeNull();
});
