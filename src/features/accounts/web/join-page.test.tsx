import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { signedIn, stubAuth, type StubAuth } from "#test/support/sign-in/stub-auth.ts";
import { type Answer, problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { forgetLoginFailure } from "#web/session/begin-login.ts";
import { JoinPage } from "./join-page.tsx";

const TOKEN = "0123456789abcdefABCDEF";
const ACCEPT = "POST /api/invitations/accept";

let auth: StubAuth;
beforeEach(async () => {
  auth = stubAuth();
  await startWords("hall", "accounts", "session");
  await setLocale("en");
  history.replaceState(null, "", `/join#${TOKEN}`);
});
afterEach(() => {
  cleanup();
  forgetLoginFailure();
  history.replaceState(null, "", "/");
  vi.unstubAllGlobals();
});

async function open(answer: Answer = () => problem(500, "http.internal")) {
  const sent = stubServer({ [ACCEPT]: answer });
  await act(async () => {
    render(
      <Suspense fallback={null}>
        <JoinPage />
      </Suspense>,
    );
  });
  return sent;
}
const title = () => screen.getByRole("heading", { level: 1 }).textContent;
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));

test("a guest is asked to sign in, and comes back to the same link", async () => {
  const sent = await open();
  expect(title()).toBe("You are invited");
  await press("Sign in and join");
  expect(auth.login).toHaveBeenCalledWith({ returnTo: `/join#${TOKEN}` });
  expect(sent).toEqual([]);
});

test("a link that lost its end is said to be broken, and nothing is asked", async () => {
  history.replaceState(null, "", "/join#0123");
  auth.show(signedIn());
  const sent = await open();
  expect(title()).toBe("This link is not whole");
  expect(sent).toEqual([]);
});

test("whoever is signed in joins at once; the secret leaves the address and the roles are asked for anew", async () => {
  auth.show(signedIn(["sender"]));
  const sent = await open(() => ({ body: { roles: ["sender"] } }));
  expect(sent).toEqual([{ route: ACCEPT, body: { token: TOKEN } }]);
  expect(title()).toBe("Welcome, Ana");
  expect(location.hash).toBe("");
  expect(auth.confirm).toHaveBeenCalledWith("person");
  expect(screen.getByRole("link", { name: "Go on to your work" })).toBeTruthy();
});

test("where the sign-in service must grant the role too, it says so, and looks again when asked", async () => {
  auth.show(signedIn([]));
  await open(() => ({ body: { roles: ["dispatcher"] } }));
  expect(screen.getByText(/must grant you the role Dispatcher too/)).toBeTruthy();
  auth.confirm.mockImplementationOnce(async () => auth.show(signedIn(["dispatcher"])));
  await press("Look again");
  expect(screen.getByRole("link", { name: "Go on to your work" })).toBeTruthy();
});

describe("a link that does not work says why", () => {
  test.each([
    [409, "accounts.invitation-expired", /older than seven days/],
    [409, "accounts.invitation-used", /already joined with this link/],
    [409, "accounts.invitation-withdrawn", /was withdrawn/],
    [404, "accounts.invitation-unknown", /is unknown/],
    [403, "accounts.invitation-other-email", /for another e-mail address/],
  ])("%i %s", async (status, code, sentence) => {
    auth.show(signedIn());
    await open(() => problem(status, code));
    expect(title()).toBe("You could not join");
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(screen.getByText("You are signed in as Ana.")).toBeTruthy();
    const other = screen.queryByRole("button", { name: "Use another account" });
    expect(other !== null).toBe(code.endsWith("other-email"));
    await press("Sign out");
    expect(auth.logout).toHaveBeenCalledTimes(1);
  });

  test("another account comes back to the same link", async () => {
    auth.show(signedIn());
    await open(() => problem(403, "accounts.invitation-other-email"));
    await press("Use another account");
    expect(auth.login).toHaveBeenCalledWith({ returnTo: `/join#${TOKEN}`, prompt: "login" });
  });

  test("a member who gains nothing is sent on to work", async () => {
    auth.show(signedIn());
    await open(() => problem(409, "accounts.already-member"));
    expect(title()).toBe("You are a member already");
    expect(screen.getByRole("link", { name: "Go on to your work" })).toBeTruthy();
  });
});

test("a fault of ours can be tried again", async () => {
  auth.show(signedIn(["sender"]));
  let faults = 1;
  await open(() => (faults-- > 0 ? problem(500, "http.internal") : { body: { roles: ["sender"] } }));
  expect(screen.queryByText(/Welcome/)).toBeNull();
  await press("Try again");
  expect(title()).toBe("Welcome, Ana");
});
