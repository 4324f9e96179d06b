import { beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { type Desk, openDesk } from "#test/support/sign-in/sign-in-driver.ts";

// A busy machine takes long to read the driver anew for every test.
vi.setConfig({ testTimeout: 30_000 });

let desk: Desk;
let assign: MockInstance<Location["assign"]>;
beforeEach(async () => {
  desk = await openDesk();
  await desk.signIn();
  assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
  assign.mockClear();
});

const told = () =>
  desk.driver
    .notices()
    .map(({ code }) => code)
    .filter((code) => code !== "storage-refused");

/** The provider keeps its description back. @returns what lets it go */
function holdBack(): () => void {
  const { manners, fetch } = desk.provider;
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
  await desk.driver.logout();
  const [asked] = desk.provider.to("/api/me/sessions/end-this");
  expect(asked?.method).toBe("POST");
  expect(asked?.headers.get("authorization")).toMatch(/^Bearer e/);
  const [revoked] = desk.provider.to("/revoke");
  expect(await revoked?.text()).toMatch(/token=r\d/);
  expect(assign.mock.calls[0]?.[0]).toMatch("https://id.example/bye?");
  expect(told()).toEqual([]);
});

test("while the provider is silent the page is signed out at once, stays, and then says what happened", async () => {
  desk.provider.manners.discovery = () => {
    throw new DOMException("as a browser says it", "TimeoutError");
  };
  const leaving = desk.driver.logout();
  await expect.poll(() => desk.driver.state().kind).toBe("signed-out");
  await leaving;
  expect(assign).not.toHaveBeenCalled();
  expect(told()).toEqual(["provider-not-told"]);
  expect(desk.provider.to("/api/me/sessions/end-this")).toHaveLength(1);
  await expect.poll(() => desk.provider.to("/revoke").length).toBe(1);
});

test("a provider that answers late takes no page away that somebody uses by then", async () => {
  const release = holdBack();
  const leaving = desk.driver.logout();
  await expect.poll(() => desk.provider.to("/.well-known/openid-configuration").length).toBeGreaterThan(1);
  dispatchEvent(new Event("keydown"));
  release();
  await leaving;
  expect(assign).not.toHaveBeenCalled();
  expect(desk.driver.notices()).toContainEqual({
    code: "provider-not-told",
    facts: { url: "https://id.example/bye" },
  });
});

test("a provider that cannot end sessions keeps its own, and the page stays", async () => {
  desk.provider.manners.metadata = { end_session_endpoint: undefined };
  await desk.driver.logout();
  expect(assign).not.toHaveBeenCalled();
  expect(told()).toEqual(["provider-keeps-session"]);
});
