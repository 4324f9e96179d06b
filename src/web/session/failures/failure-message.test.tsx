import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type FailureWay,
  SIGN_IN_FAILURES,
  type SignInFailure,
  type SignInFailureCode,
} from "#contract/sign-in-failures.ts";
import { signedIn, stubAuth, type StubAuth } from "#test/support/sign-in/stub-auth.ts";
import { stubServer } from "#test/support/web/stub-server.ts";
import { LOCALES } from "#kernel/locale.ts";
import { setLocale, startWords, word } from "../../i18n/words.ts";
import { knowPlaces } from "../../shell/places.ts";
import { definePages } from "../../shell/pages.ts";
import { setDraftsAside } from "../storage/drafts-aside.ts";
import { draftsBelongTo, saveDraft } from "../../forms/draft.ts";
import { FailureBanner, FailureMessage } from "./failure-message.tsx";
import { reportLine } from "./failure-line.tsx";
import { loadConfig } from "../config.ts";
import { lookOfFailure, wayOf } from "./failure-looks.ts";

const FACTS = {
  url: "https://waybill.example/d",
  minutes: 7,
  name: "Bo",
  was: "Ana",
  count: 3,
  code: "busy",
};
type Coded = SignInFailure & { readonly code: SignInFailureCode };
const CODED = SIGN_IN_FAILURES.filter((row): row is Coded => row.code !== undefined);
const at = (place: SignInFailure["place"]) => CODED.filter((row) => row.place === place);

let auth: StubAuth;
beforeEach(async () => {
  sessionStorage.clear();
  stubServer({});
  vi.stubGlobal("isSecureContext", true);
  auth = stubAuth();
  await startWords("hall", "session");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show(node: React.ReactNode): Promise<void> {
  await act(async () => {
    render(<Suspense fallback={null}>{node}</Suspense>);
  });
}
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole("button", { name })));
const linkTo = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

test("all failures stand in the table, each once; only the silent ones say nothing", () => {
  expect(SIGN_IN_FAILURES.map(({ number }) => number)).toEqual(
    Array.from({ length: SIGN_IN_FAILURES.length }, (_, at) => `F${at + 1}`),
  );
  for (const { place, code } of SIGN_IN_FAILURES) expect(code === undefined).toBe(place === "silent");
});

describe.each(LOCALES)("in %s", (locale) => {
  test.each(CODED)("$number has its sentence", async ({ code }) => {
    await setLocale(locale);
    const sentence = word("session", `auth.${code}`, { ...FACTS, role: "X", org: "Y", origin: "Z" });
    expect(sentence).not.toContain("auth.");
    expect(sentence).not.toMatch(/[{}]|undefined|NaN/);
    expect(sentence.length).toBeGreaterThan(10);
  });
});

/** Expected effect of each way out; every way of a page row is here. */
const TAKEN: Readonly<Partial<Record<FailureWay, () => Promise<void>>>> = {
  "sign-in": async () => {
    await press("Sign in again");
    expect(auth.login).toHaveBeenCalledWith(expect.objectContaining({ returnTo: "/d/board" }));
  },
  retry: async () => {
    await press("Try again");
    expect(auth.login).toHaveBeenCalledWith({ returnTo: "/d/board", insist: true });
  },
  "other-account": async () => {
    await press("Use another account");
    expect(auth.login).toHaveBeenCalledWith(expect.objectContaining({ prompt: "login" }));
  },
  "open-secure": async () => {
    expect(linkTo("Open the secure address")).toBe("https://waybill.example/d");
  },
  "restart-app": async () => {
    expect(linkTo("Open Waybill")).toBe("/");
    await press("Sign in in this browser");
    expect(auth.login).toHaveBeenCalledTimes(1);
  },
  "update-browser": async () => {
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toContain(
      "Firefox, version 124 or newer",
    );
  },
  "go-on": async () => {
    expect(linkTo("Go on to my work")).toBe("/d/board");
  },
};

describe("a failure that takes the page", () => {
  test.each(at("page").filter(({ way }) => way !== "by-itself"))(
    "$number ($code) says why, and its way out works",
    async ({ code }) => {
      knowPlaces(PLACES);
      auth.show(code === "role-removed" ? signedIn() : { kind: "signed-out" });
      await show(<FailureMessage code={code} facts={FACTS} again={{ returnTo: "/d/board" }} />);
      const take = TAKEN[wayOf(code)];
      expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
        word("session", lookOfFailure(code).title, FACTS),
      );
      expect(screen.getByRole("alert").textContent).not.toBe("");
      expect(take).toBeDefined();
      await take?.();
    },
  );

  test("F13: whoever was signed out elsewhere is asked who they are, not let in by the same session", async () => {
    await show(<FailureMessage code="ended-elsewhere" again={{ returnTo: "/d/board" }} />);
    await press("Sign in again");
    expect(auth.login).toHaveBeenCalledWith({ returnTo: "/d/board", prompt: "login" });
  });

  test("F3: nobody is sent round in circles; the start page is the only way", async () => {
    await show(<FailureMessage code="wrong-issuer" facts={{ said: "https://a", expected: "https://b" }} />);
    expect(screen.getByText("It says https://a, expected was https://b.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /again/ })).toBeNull();
    expect(linkTo("To the start page")).toBe("/");
  });

  test("F27: says how much is kept, goes on by itself, and can be asked to look now", async () => {
    await show(<FailureMessage code="offline-too-long" facts={{ count: 3 }} />);
    expect(screen.getByRole("alert").textContent).toContain("3 deliveries are kept safely");
    expect(screen.getByText(/goes on by itself/)).toBeTruthy();
    await press("Check now");
    expect(auth.confirm).toHaveBeenCalledWith("person");
  });

  test.each(LOCALES)("F27: a clock that was set back has a sentence of its own (%s)", async (locale) => {
    await setLocale(locale);
    await show(<FailureMessage code="offline-too-long" facts={{ count: 3, code: "clock-back" }} />);
    const said = screen.getByRole("alert").textContent;
    expect(said).toBe(word("session", "clock-back.offline-too-long", { count: 3 }));
    expect(said).not.toBe(word("session", "auth.offline-too-long", { count: 3 }));
    expect(said).toMatch(/[3٣]/);
    await setLocale("en");
  });

  test("F28: waits for the network", async () => {
    await show(<FailureMessage code="first-time-offline" />);
    expect(screen.getByText(/Waiting for a connection/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Check now" })).toBeNull();
  });

  test.each([
    ["audience", "it was made out for another service", "WAYBILL_OIDC_AUDIENCE"],
    ["typ", "its type (“typ”) is none that Waybill takes", "WAYBILL_OIDC_TOKEN_TYPES"],
    ["opaque", "it is opaque", "WAYBILL_OIDC_RESOURCE"],
    ["client", "it was given to another app", "WAYBILL_OIDC_CLIENT_ID"],
    ["issuer", "another issuer made it", "WAYBILL_OIDC_ISSUER"],
  ])("F36: a token refused for its %s names the fault and the setting", async (code, fault, setting) => {
    auth.show(signedIn([]));
    await show(<FailureMessage code="token-refused" facts={{ code, said: "this" }} />);
    expect(screen.getByRole("alert").textContent).toContain(fault);
    expect(screen.getByText("The token says: this")).toBeTruthy();
    expect(screen.getByText(new RegExp(setting))).toBeTruthy();
    await press("Sign out");
    expect(auth.logout).toHaveBeenCalledTimes(1);
  });

  test("F36: of a fault that no setting cures, none is named", async () => {
    await show(<FailureMessage code="token-refused" facts={{ code: "signature" }} />);
    expect(screen.getByText(/does not pass the check “signature”/)).toBeTruthy();
    expect(screen.queryByText(/For administrators/)).toBeNull();
  });

  test.each(LOCALES)("F12: where roles decide who joins, both places are named (%s)", async (locale) => {
    await setLocale(locale);
    await loadConfig();
    for (const code of ["no-role", "role-removed"] as const) {
      await show(<FailureMessage code={code} facts={{ role: "courier" }} />);
      const role = word("hall", "role.courier");
      const said = word("session", `roles.${code}`, { org: "Shop", role });
      expect(screen.getByRole("alert").textContent).toBe(said);
      expect(said).not.toBe(word("session", `auth.${code}`, { org: "Shop", role }));
      cleanup();
    }
    await setLocale("en");
  });

  test("F33: the last reason is told", async () => {
    await show(<FailureMessage code="keeps-failing" facts={{ code: "busy" }} />);
    expect(screen.getByText(/The last reason was: The sign-in service is busy/)).toBeTruthy();
  });

  test("F2: a network's own page is one press away", async () => {
    await show(<FailureMessage code="wrong-address" facts={{ url: "https://id.example/x" }} />);
    expect(linkTo("Open the network’s page")).toBe("https://id.example/x");
  });
});

describe("a failure that stands over the page", () => {
  test.each(at("banner"))("$number ($code) is read out and can be closed", async ({ code }) => {
    const close = vi.fn<() => void>();
    await show(<FailureBanner code={code} facts={FACTS} onClose={close} />);
    expect(screen.getByRole("alert").textContent).not.toBe("");
    await press("Close");
    expect(close).toHaveBeenCalledTimes(1);
  });

  test.each(["provider-not-told", "provider-keeps-session"] as const)(
    "%s leads to the provider, in a tab of its own and without a referrer",
    async (code) => {
      await show(
        <FailureBanner code={code} facts={{ url: "https://id.example/end" }} onClose={() => undefined} />,
      );
      const link = screen.getByRole("link", { name: "To the sign-in service" });
      expect(link.getAttribute("href")).toBe("https://id.example/end");
      expect([link.getAttribute("target"), link.getAttribute("rel")]).toEqual(["_blank", "noreferrer"]);
    },
  );

  test("F15: what Ana had typed can be copied by her name", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
    draftsBelongTo("ana");
    saveDraft("book", { note: "ring twice" });
    setDraftsAside("ana", "bo");
    await show(<FailureBanner code="person-switched" facts={FACTS} onClose={() => undefined} />);
    expect(screen.getByRole("alert").textContent).toContain("Now signed in as Bo.");
    await press("Copy what Ana had typed");
    expect(writeText).toHaveBeenCalledWith("note: ring twice");
  });
});

const PLACES = definePages("hall", (page) => [
  page({
    path: "/d/board",
    title: "session.sign-in",
    load: async () => () => null,
    needs: ["dispatcher"],
    nav: { label: "session.sign-in", icon: "map", order: 1 },
  }),
]);

test("the line for support names number, word, reason and time, and nothing that could be a secret", () => {
  const at = new Date("2026-11-21T22:11:05.123Z");
  expect(reportLine({ code: "not-verified", facts: { code: "JWT_TIMESTAMP_CHECK_FAILED" } }, at)).toBe(
    "F9 · not-verified · JWT_TIMESTAMP_CHECK_FAILED · 2026-11-21T22:11:05Z",
  );
  expect(reportLine({ code: "busy", facts: { code: "https://x/?code=secret&state=1" } }, at)).toBe(
    "F5 F11 · busy · 2026-11-21T22:11:05Z",
  );
});

test("whoever presses again and again waits longer each time", async () => {
  vi.useFakeTimers();
  await show(<FailureMessage code="busy" again={{ returnTo: "/" }} />);
  await press("Try again");
  expect(auth.login).toHaveBeenCalledTimes(1);
  await press("Try again");
  expect(auth.login).toHaveBeenCalledTimes(1);
  expect(screen.getByText("Trying again in 2 seconds")).toBeTruthy();
  await act(async () => vi.advanceTimersByTime(1_000));
  await act(async () => vi.advanceTimersByTime(1_000));
  expect(auth.login).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
