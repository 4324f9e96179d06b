import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signedIn, stubAuth, type StubAuth } from "#test/support/stub-auth.ts";
import { stubServer } from "#test/support/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { Diagnosis } from "#web/session/diagnosis.ts";
import { DiagnosticsPage } from "./diagnostics-page.tsx";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const diagnosis: Diagnosis = {
  issuer: "https://id.example/realms/couriers",
  clientId: "waybill-web",
  phase: "signed-in",
  check: { by: "events", at: NOW - 5_000, noFrame: "blocked" },
  refresh: { at: NOW - 60_000, tookMs: 84.4, result: "ok", because: "expiry" },
  clockOffsetS: 130,
  storage: "browser",
  session: {
    tokenKind: "dpop",
    tokenForm: "jwt",
    expiresAt: NOW + 240_000,
    canRefresh: true,
    generation: 3,
    confirmedAt: NOW - 60_000,
    lastSeen: NOW,
    offlineUntil: NOW + 86_400_000,
  },
  provider: undefined,
  roles: {
    from: "access-token",
    reasons: [
      { canonical: "realm:office", gives: ["dispatcher", "org-admin"] },
      { canonical: "client:waybill-api:gardener", gives: [] },
    ],
    tooMany: false,
  },
};

let auth: StubAuth;
let copied = "";
beforeEach(async () => {
  vi.spyOn(Date, "now").mockReturnValue(NOW);
  stubServer({});
  auth = stubAuth(signedIn());
  auth.diagnose.mockResolvedValue(diagnosis);
  const writeText = async (text: string) => void (copied = text);
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  await startWords("hall", "accounts", "session");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const open = () =>
  act(async () => {
    render(<DiagnosticsPage />);
  });
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
/** What stands opposite a name. */
const fact = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;

test("it says what checks the session, when it was renewed and why, and how far the clock is off", async () => {
  await open();
  expect(fact("Session check")).toBe("Events of our server");
  expect(fact("Check frame not used, because")).toBe("the browser blocks its cookies");
  expect(fact("Last renewal")).toBe("1 minute ago · worked");
  expect(fact("Why then")).toBe("The token was about to run out");
  expect(fact("Clock of this device")).toBe("130 seconds slow");
  expect(fact("Token")).toBe("DPoP, bound to a key of this browser");
});

test("each role of the sign-in service stands beside what it gives here", async () => {
  await open();
  const rows = screen.getAllByRole("listitem");
  expect(within(rows[0] ?? document.body).getByText("realm:office")).toBeTruthy();
  expect(rows[0]?.textContent).toContain("Dispatcher and Administrator");
  expect(rows[1]?.textContent).toContain("gives nothing here");
});

test("the copy is plain English with times in UTC, and holds all of it", async () => {
  await open();
  await press("Copy as text");
  expect(copied.split("\n")).toEqual(
    expect.arrayContaining([
      "Waybill sign-in 2026-11-21T12:00:00Z",
      "session.phase: signed-in",
      "session.clock: 130 s",
      "check.by: events",
      "provider.issuer: https://id.example/realms/couriers",
      "roles.from: access-token",
      "roles.realm:office: dispatcher org-admin",
      "roles.client:waybill-api:gardener: nothing",
    ]),
  );
  expect(copied).not.toContain("Ana");
  expect(screen.getByRole("button", { name: "Copied" })).toBeTruthy();
});

test("too many roles for a token are explained, and give none", async () => {
  auth.diagnose.mockResolvedValue({
    ...diagnosis,
    roles: { from: "id-token", reasons: [], tooMany: true },
  });
  await open();
  expect(screen.getByText(/too many; so none counts/)).toBeTruthy();
});

test("“check now” asks the sign-in service once", async () => {
  await open();
  await press("Check now");
  expect(auth.confirm).toHaveBeenCalledWith("person");
});

test("a diagnosis that cannot be read says so and is read again", async () => {
  auth.diagnose.mockRejectedValueOnce(new TypeError("no code"));
  await open();
  expect(screen.getByText("The diagnosis could not be read.")).toBeTruthy();
  await press("Try again");
  expect(fact("Session check")).toBe("Events of our server");
});
