import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AuthError } from "./auth-error.ts";
import { keepPending } from "./pending.ts";
import { onPersonChange } from "./person-change.ts";
import { readRecord, type SessionRecord, writeRecord } from "./record-store.ts";

const protocol = vi.hoisted(() => ({
  depart: vi.fn<(...given: unknown[]) => Promise<unknown>>(),
  exchange: vi.fn<(...given: unknown[]) => Promise<unknown>>(),
  refresh: vi.fn<(...given: unknown[]) => Promise<unknown>>(),
  endSessionUrl: vi.fn<(...given: unknown[]) => Promise<string | undefined>>(),
}));
vi.mock("./oidc-protocol.ts", () => protocol);
vi.mock("./config.ts", () => ({
  loadConfig: async () => ({ issuer: "https://id.example", pendingSignInS: 3600 }),
}));

const { makeOidcDriver } = await import("./oidc-driver.ts");
const MINUTE = 60_000;
const record = (patch: Partial<SessionRecord> = {}): SessionRecord => ({
  gen: 1,
  issuer: "https://id.example",
  subject: "ada",
  name: "Ada",
  roles: ["sender"],
  accessToken: "t1",
  refreshToken: "r1",
  idToken: "i1",
  expiresAt: Date.now() + 5 * MINUTE,
  at: Date.now(),
  ...patch,
});
const answer = (state: string) => new URL(`https://waybill.example/auth/callback?code=c&state=${state}`);
const fetched = vi.fn<typeof fetch>();
async function bearer(driver: ReturnType<typeof makeOidcDriver>): Promise<string | null> {
  await driver.fetch("/api/me");
  return new Headers(fetched.mock.calls.at(-1)?.[1]?.headers).get("authorization");
}

beforeEach(async () => {
  fetched.mockReset();
  fetched.mockImplementation(async () => new Response("{}"));
  vi.stubGlobal("fetch", fetched);
  vi.useFakeTimers({ toFake: ["setInterval", "Date"] });
  localStorage.clear();
  await writeRecord(undefined);
  for (const mock of Object.values(protocol)) mock.mockReset();
});
afterEach(() => vi.useRealTimers());

describe("a stored session", () => {
  test("is there at once, without asking the provider", async () => {
    await writeRecord(record());
    const driver = makeOidcDriver();
    await driver.start();
    expect(driver.state()).toEqual({
      kind: "signed-in",
      subject: "ada",
      name: "Ada",
      roles: ["sender"],
      offline: false,
    });
    expect(await bearer(driver)).toBe("Bearer t1");
    expect(protocol.refresh).not.toHaveBeenCalled();
  });

  test("renews a token that runs out, once for all calls", async () => {
    await writeRecord(record({ expiresAt: Date.now() + 10_000 }));
    protocol.refresh.mockImplementation(async () => record({ gen: 2, accessToken: "t2" }));
    const driver = makeOidcDriver();
    const all = await Promise.all([bearer(driver), bearer(driver), bearer(driver)]);
    expect(all).toEqual(["Bearer t2", "Bearer t2", "Bearer t2"]);
    expect(protocol.refresh).toHaveBeenCalledTimes(1);
    expect((await readRecord())?.gen).toBe(2);
  });

  test("takes what another tab renewed instead of asking again", async () => {
    await writeRecord(record());
    const driver = makeOidcDriver();
    await driver.start();
    await writeRecord(record({ gen: 2, accessToken: "from-the-other-tab" }));
    fetched.mockResolvedValueOnce(new Response("{}", { status: 401 }));
    expect(await bearer(driver)).toBe("Bearer from-the-other-tab");
    expect(protocol.refresh).not.toHaveBeenCalled();
  });

  test.each([["unreachable"], ["busy"]] as const)("outlives a provider that is %s", async (trouble) => {
    await writeRecord(record({ expiresAt: Date.now() - MINUTE }));
    protocol.refresh.mockRejectedValue(new AuthError(trouble));
    const driver = makeOidcDriver();
    await driver.start();
    expect(driver.state()).toMatchObject({ kind: "signed-in", offline: true });
    await expect(bearer(driver)).rejects.toThrow("http.unreachable");
    expect(await readRecord()).toBeDefined();
  });

  test("ends when the provider says so: elsewhere when it was fresh, expired after a long sleep", async () => {
    protocol.refresh.mockRejectedValue(new AuthError("ended-elsewhere"));
    for (const [at, trouble] of [
      [Date.now(), "ended-elsewhere"],
      [Date.now() - 60 * MINUTE, "expired"],
    ] as const) {
      await writeRecord(record({ at, expiresAt: Date.now() - 1 }));
      const driver = makeOidcDriver();
      await driver.start();
      expect(driver.state()).toEqual({ kind: "signed-out", trouble });
      expect(await readRecord()).toBeUndefined();
    }
  });

  test("is gone within five seconds when the browser's data is cleared", async () => {
    await writeRecord(record());
    const driver = makeOidcDriver();
    await driver.start();
    await writeRecord(undefined);
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.waitFor(() =>
      expect(driver.state()).toEqual({ kind: "signed-out", trouble: "ended-elsewhere" }),
    );
  });

  test("of another person leaves nothing of the one before", async () => {
    await writeRecord(record());
    const driver = makeOidcDriver();
    await driver.start();
    sessionStorage.setItem("wb.draft.book", "{}");
    const changed = vi.fn<() => void>();
    const stop = onPersonChange(changed);
    await writeRecord(record({ gen: 7, subject: "bo", name: "Bo" }));
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.waitFor(() => expect(driver.state()).toMatchObject({ name: "Bo" }));
    expect(changed).toHaveBeenCalledTimes(1);
    expect(sessionStorage.getItem("wb.draft.book")).toBeNull();
    stop();
  });
});

describe("an answer of the provider", () => {
  const pending = { verifier: "v", nonce: "n", issuer: "https://id.example", returnTo: "/d/board" };

  test("signs in and leads back, once", async () => {
    keepPending("s1", { ...pending, at: Date.now() });
    protocol.exchange.mockResolvedValue(record());
    const driver = makeOidcDriver();
    expect(await driver.finish(answer("s1"))).toBe("/d/board");
    expect(driver.state()).toMatchObject({ kind: "signed-in", name: "Ada" });
    expect(await driver.finish(answer("s1"))).toBe("/");
    expect(protocol.exchange).toHaveBeenCalledTimes(1);
  });

  test.each<[string, () => void, string]>([
    ["nobody asked for", () => undefined, "stale-link"],
    [
      "came after an hour",
      () => keepPending("s1", { ...pending, at: Date.now() - 61 * MINUTE }),
      "took-too-long",
    ],
    [
      "belongs to another provider",
      () => keepPending("s1", { ...pending, issuer: "https://evil.example", at: Date.now() }),
      "not-verified",
    ],
  ])("that %s is refused and nothing is stored", async (_what, prepare, trouble) => {
    prepare();
    const driver = makeOidcDriver();
    await expect(driver.finish(answer("s1"))).rejects.toThrow(trouble);
    expect(await readRecord()).toBeUndefined();
    expect(protocol.exchange).not.toHaveBeenCalled();
  });

  test("that cannot be verified stores nothing", async () => {
    keepPending("s1", { ...pending, at: Date.now() });
    protocol.exchange.mockRejectedValue(new AuthError("not-verified"));
    const driver = makeOidcDriver();
    await expect(driver.finish(answer("s1"))).rejects.toThrow("not-verified");
    expect(await readRecord()).toBeUndefined();
    await expect(driver.finish(answer("s1"))).rejects.toThrow("stale-link");
  });
});
