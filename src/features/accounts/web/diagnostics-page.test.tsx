import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signedIn, stubAuth, type StubAuth } from "#test/support/sign-in/stub-auth.ts";
import { stubServer } from "#test/support/web/stub-server.ts";
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
  api: { isTaken: true },
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

const PROVIDER: NonNullable<Diagnosis["provider"]> = {
  readAt: NOW,
  isStored: false,
  endsSessions: true,
  revokes: true,
  hasUserinfo: true,
  hasSessionFrame: false,
  namesIssuer: true,
  blocked: [],
  dpopAlgorithms: ["ES256"],
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
/** Text of the value beside a name. */
const fact = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;

test("it says what checks the session, when it was renewed and why, and how far the clock is off", async () => {
  await open();
  expect(fact("Session check")).toBe("Events of our server");
  expect(fact("Check frame not used, because")).toBe(
    "Waybill’s content policy allows frames of the issuer’s own address only",
  );
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

test("of somebody who is signed out no word of the sign-in service is claimed", async () => {
  const roles = { from: undefined, reasons: [], tooMany: false };
  auth.diagnose.mockResolvedValue({ ...diagnosis, phase: "signed-out", session: undefined, roles });
  await open();
  expect(screen.getByText("You are not signed in.")).toBeTruthy();
  expect(screen.queryByText(/names no role/)).toBeNull();
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

test("a list of roles that was cut says so, on the page and in the copy", async () => {
  auth.diagnose.mockResolvedValue({ ...diagnosis, roles: { ...diagnosis.roles, left: 41 } });
  await open();
  expect(screen.getByText("41 more roles that give nothing here are not listed.")).toBeTruthy();
  await press("Copy as text");
  expect(copied.split("\n")).toContain("roles.not-listed: 41, which give nothing");
});

test.each([0, -300, 1e303, Infinity, Number.NaN])(
  "a token that runs out at %s spoils nothing",
  async (at) => {
    const session = diagnosis.session && { ...diagnosis.session, expiresAt: at, offlineUntil: at };
    auth.diagnose.mockResolvedValue({ ...diagnosis, session });
    await open();
    expect(fact("Session check")).toBe("Events of our server");
    expect(fact("Runs out")).not.toBe("");
    await press("Copy as text");
    expect(copied).toContain("session.expires: ");
  },
);

test("whether our own server takes the token is told, with fault, claim and setting", async () => {
  await open();
  expect(fact("Waybill’s server")).toBe("Accepts the token");
  cleanup();
  auth.diagnose.mockResolvedValue({ ...diagnosis, api: { isTaken: false, fault: "typ", said: "JWT" } });
  await open();
  expect(fact("Waybill’s server")).toBe(
    "Refuses the token: its type (“typ”) is none that Waybill takes. The token says: JWT. Setting: WAYBILL_OIDC_TOKEN_TYPES.",
  );
  await press("Copy as text");
  expect(copied.split("\n")).toContain("session.api: refused · typ · JWT · WAYBILL_OIDC_TOKEN_TYPES");
});

test("an address that our own content policy blocks is named, with the setting", async () => {
  auth.diagnose.mockResolvedValue({
    ...diagnosis,
    provider: { ...PROVIDER, blocked: ["https://token.example"] },
  });
  await open();
  expect(fact("Blocked by Waybill itself")).toContain("https://token.example");
  expect(fact("Blocked by Waybill itself")).toContain("WAYBILL_OIDC_ORIGINS");
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
