import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { signedIn, stubAuth, type StubAuth } from "#test/support/sign-in/stub-auth.ts";
import { stubServer } from "#test/support/web/stub-server.ts";
import { draftsBelongTo, saveDraft } from "../../forms/draft.ts";
import { fetchFailureMessages } from "../../session/failures/failure-later.tsx";
import { setLocale, startWords } from "../../i18n/words.ts";
import { AuthError } from "../../session/auth-error.ts";
import { beginLogin, forgetLoginFailure, useExplains } from "../../session/begin-login.ts";
import { draftsAside, setDraftsAside } from "../../session/storage/drafts-aside.ts";
import { SessionGate } from "./session-gate.tsx";
import { SessionNotices } from "./session-notices.tsx";
import { StatusLights } from "../status-lights.tsx";

let auth: StubAuth;
beforeEach(async () => {
  stubServer({});
  vi.stubGlobal("isSecureContext", true);
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

const show = (node: React.ReactNode) =>
  act(async () => {
    render(<Suspense fallback={null}>{node}</Suspense>);
  });
const change = (what: () => unknown) => act(async () => void (await what()));
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));

test("news stand over the page until they are closed", async () => {
  auth.show(signedIn());
  await show(<SessionNotices place="/d" />);
  await change(() => auth.say({ code: "storage-refused" }));
  expect(screen.getByRole("alert").textContent).toContain("as long as this tab stays open");
  await press("Close");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("F15: closing the news of another person drops what the first one had typed", async () => {
  auth.show(signedIn());
  draftsBelongTo("ana");
  saveDraft("book", { to: "Kanalstr. 3" });
  setDraftsAside("ana", "bo");
  await show(<SessionNotices place="/book" />);
  await change(() => auth.say({ code: "person-switched", facts: { name: "Bo", was: "Ana" } }));
  expect(screen.getByRole("button", { name: "Copy what Ana had typed" })).toBeTruthy();
  await press("Close");
  expect(draftsAside()).toBeUndefined();
});

test("a session that ends on an open page is said over it, with the way back in", async () => {
  await show(<SessionNotices place="/" />);
  await change(() => auth.show({ kind: "signed-out", trouble: "expired" }));
  expect(screen.getByRole("alert").textContent).toContain("Your sign-in expired");
  await press("Sign in again");
  expect(auth.login).toHaveBeenCalledTimes(1);
});

test("what the page explains itself is not said twice", async () => {
  const Explains = () => {
    useExplains();
    return null;
  };
  auth.show({ kind: "signed-out", trouble: "expired" });
  await show(
    <>
      <SessionNotices place="/d" />
      <Explains />
    </>,
  );
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a press in the bar that fails is said over the page and forgotten with it", async () => {
  await show(<SessionNotices place="/" />);
  auth.login.mockRejectedValueOnce(new AuthError("wrong-issuer", undefined, { said: "a", expected: "b" }));
  await change(() => beginLogin());
  expect(screen.getByRole("alert").textContent).toContain("It says a, expected was b.");
  cleanup();
  await show(<SessionNotices place="/other" />);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("F36: a token that our server refuses takes the page, and can be asked for again", async () => {
  auth.show(signedIn(["org-admin"]));
  auth.say({ code: "token-refused", facts: { code: "audience" } });
  auth.confirm.mockImplementation(async () => auth.say());
  await show(
    <>
      <SessionNotices place="/d" />
      <SessionGate place="/d">
        <p>{"inside"}</p>
      </SessionGate>
      <SessionGate place="/account/diagnostics">
        <p>{"diagnostics"}</p>
      </SessionGate>
    </>,
  );
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  expect(screen.queryByText("inside")).toBeNull();
  expect(screen.getByText("diagnostics")).toBeTruthy();
  await press("Try again");
  expect(auth.confirm).toHaveBeenCalledWith("person");
  expect(screen.getByText("inside")).toBeTruthy();
});

const OFFLINE = "Offline: nothing is sent until you are connected";

describe("small words in the bar", () => {
  const offline = (why: "busy" | "offline" | "service-starting") =>
    ({ ...signedIn(["courier"]), offline: true, why }) as const;
  test.each([
    ["F18", "offline", OFFLINE],
    ["F19", "busy", "Sign-in service busy"],
    ["F35", "service-starting", "Waybill is starting"],
  ] as const)("%s: %s", async (_number, why, text) => {
    auth.show(offline(why));
    await show(<StatusLights />);
    expect(screen.getByRole("status").textContent).toBe(text);
    await change(() => auth.show(signedIn()));
    expect(screen.getByRole("status").textContent).toBe("");
  });

  test.each([
    ["a courier", signedIn(["courier"]), OFFLINE],
    ["a courier who is locked", { kind: "signed-out", trouble: "offline-too-long" }, OFFLINE],
    ["a courier whose session is looked for", { kind: "signing-in" }, OFFLINE],
    ["a sender", signedIn(["sender"]), OFFLINE],
  ] as const)("without network, to %s: %s", async (_who, session, text) => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    auth.show(session);
    await show(<StatusLights />);
    expect(screen.getByRole("status").textContent).toBe(text);
    expect(screen.getByTitle(text)).toBeTruthy();
  });
});
