import { beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { type StubBrowser, openStubBrowser } from "#test/support/sign-in/sign-in-driver.ts";

// A busy machine takes long to read the driver anew for every test.
vi.setConfig({ testTimeout: 30_000 });

let browser: StubBrowser;
let assign: MockInstance<Location["assign"]>;
beforeEach(async () => {
  browser = await openStubBrowser();
  await browser.signIn();
  assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
  assign.mockClear();
});

const told = () =>
  browser.driver
    .notices()
    .map(({ code }) => code)
    .filter((code) => code !== "storage-refused");

/** The provider keeps its description back. @returns what lets it go */
function holdBack(): () => void {
  const { manners, fetch } = browser.provider;
  let release = () => undefined as void;
  const gate = new Promise<void>((done) => {
    release = done;
  });
  manners.discovery = async () => {
    await gate;
    manners.discovery = undefined;
    return fetch("https://id.example/.well-known/openid-configuration");
  };
  return release;
}

test("our server and the provider forget the sign-in, then the page leaves for the provider", async () => {
  await browser.driver.logout();
  const [asked] = browser.provider.to("/api/me/sessions/end-this");
  expect(asked?.method).toBe("POST");
  expect(asked?.headers.get("authorization")).toMatch(/^Bearer e/);
  const [revoked] = browser.provider.to("/revoke");
  expect(await revoked?.text()).toMatch(/token=r\d/);
  expect(assign.mock.calls[0]?.[0]).toMatch("https://id.example/bye?");
  expect(told()).toEqual([]);
});

test("while the provider is silent the page is signed out at once, stays, and then says what happened", async () => {
  browser.provider.manners.discovery = () => {
    throw new DOMException("as a browser says it", "TimeoutError");
  };
  const leaving = browser.driver.logout();
  await expect.poll(() => browser.driver.state().kind).toBe("signed-out");
  await leaving;
  expect(assign).not.toHaveBeenCalled();
  expect(told()).toEqual(["provider-not-told"]);
  expect(browser.provider.to("/api/me/sessions/end-this")).toHaveLength(1);
  await expect.poll(() => browser.provider.to("/revoke").length).toBe(1);
});

test("a provider that answers late takes no page away that somebody uses by then", async () => {
  const release = holdBack();
  const leaving = browser.driver.logout();
  await expect.poll(() => browser.provider.to("/.well-known/openid-configuration").length).toBeGreaterThan(1);
  dispatchEvent(new Event("keydown"));
  release();
  await leaving;
  expect(assign).not.toHaveBeenCalled();
  expect(browser.driver.notices()).toContainEqual({
    code: "provider-not-told",
    facts: { url: "https://id.example/bye" },
  });
});

test("a provider that cannot end sessions keeps its own, and the page stays", async () => {
  browser.provider.manners.metadata = { end_session_endpoint: undefined };
  await browser.driver.logout();
  expect(assign).not.toHaveBeenCalled();
  expect(told()).toEqual(["provider-keeps-session"]);
});
