import { compactVerify } from "jose";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type KeyPair,
  type KeyServer,
  newKeys,
  openKeyServer,
  signed,
} from "#test/support/sign-in/key-server.ts";
import { ProviderUnreachable, providerKeySet } from "./provider-keyset.ts";

const MINUTE = 60_000;
let server: KeyServer;
let first: KeyPair;
let second: KeyPair;
let clock = 0;
let keySet: ReturnType<typeof providerKeySet>;

beforeAll(async () => {
  [first, second] = [await newKeys(), await newKeys("RS256")];
});
beforeEach(async () => {
  server = await openKeyServer();
  clock = Date.UTC(2026, 5, 17, 8);
  await server.publish({ one: { pair: first, alg: "ES256" } });
  keySet = providerKeySet(server.issuer, () => clock);
});
afterEach(() => server.close());

const token = (kid: string | undefined, pair = first, alg = "ES256") =>
  signed({ sub: "ada" }, { kid, alg }, pair.privateKey);
const accept = async (text: string) => (await compactVerify(text, keySet)).protectedHeader.kid;
const rotate = () => server.publish({ two: { pair: second, alg: "RS256" } });

test("keys are fetched once, however many ask at once", async () => {
  const good = await token("one");
  const kids = await Promise.all(Array.from({ length: 20 }, () => accept(good)));
  expect(new Set(kids)).toEqual(new Set(["one"]));
  expect(server.fetches).toBe(1);
});

test("a rotated key is accepted within 5 s, also right after a fetch", async () => {
  await accept(await token("one"));
  await rotate();
  const fresh = await token("two", second, "RS256");
  clock += 4_900;
  await expect(accept(fresh)).rejects.toThrow("no applicable key");
  clock += 100;
  expect(await accept(fresh)).toBe("two");
  await expect(accept(await token("one"))).rejects.toThrow("no applicable key");
});

test("a flood of unknown keys asks the provider once in 5 s", async () => {
  await accept(await token("one"));
  clock += 5_000;
  const flood = async () => {
    const bad = await Promise.all(Array.from({ length: 40 }, (_, nth) => token(`unknown ${nth}`)));
    const done = await Promise.allSettled(bad.map(accept));
    expect(done.every(({ status }) => status === "rejected")).toBe(true);
  };
  await flood();
  await flood();
  clock += 4_999;
  await flood();
  expect(server.fetches).toBe(2);
  clock += 1;
  await flood();
  expect(server.fetches).toBe(3);
});

test("a key that the provider withdrew is refused after 5 minutes", async () => {
  const old = await token("one");
  await accept(old);
  await rotate();
  clock += 5 * MINUTE - 1;
  expect(await accept(old)).toBe("one");
  clock += 1;
  await expect(accept(old)).rejects.toThrow("no applicable key");
});

test("keys are read anew when the clock was set back", async () => {
  const old = await token("one");
  await accept(old);
  await rotate();
  clock -= 60 * MINUTE;
  await expect(accept(old)).rejects.toThrow("no applicable key");
});

test.each(["refusing", "html", "failing", "empty", "truncated", "other-issuer"] as const)(
  "a provider that is %s at the start means no verdict, not a refusal; it is back within 5 s",
  async (manner) => {
    server.manner = manner;
    const good = await token("one");
    await expect(accept(good)).rejects.toThrow(ProviderUnreachable);
    server.manner = "good";
    await expect(accept(good)).rejects.toThrow(ProviderUnreachable);
    clock += 5_000;
    expect(await accept(good)).toBe("one");
  },
);

test.each(["refusing", "html", "failing", "empty", "truncated"] as const)(
  "while a provider that answered before is %s, its keys serve for a day",
  async (manner) => {
    const good = await token("one");
    await accept(good);
    server.manner = manner;
    for (const after of [11 * MINUTE, 12 * 60 * MINUTE, 24 * 60 * MINUTE - 11 * MINUTE - 12 * 60 * MINUTE]) {
      clock += after;
      expect(await accept(good)).toBe("one");
    }
    // Perhaps the provider has a new key by now, so nobody is signed out for it.
    await expect(accept(await token("two", second, "RS256"))).rejects.toThrow(ProviderUnreachable);
    clock += 1;
    await expect(accept(good)).rejects.toThrow(ProviderUnreachable);
    server.manner = "good";
    clock += 5_000;
    expect(await accept(good)).toBe("one");
  },
);

test("a provider that hangs holds only the first caller up, and that one for 5 s", async () => {
  const good = await token("one");
  await accept(good);
  server.manner = "hanging";
  clock += 11 * MINUTE;
  const began = performance.now();
  expect(await accept(good)).toBe("one");
  expect(performance.now() - began).toBeGreaterThan(4_000);
  clock += MINUTE;
  // The provider is asked behind this call's back, so it need not wait until that is given up.
  const waits = Promise.race([accept(good), new Promise((done) => setTimeout(() => done("waited"), 4_000))]);
  expect(await waits).toBe("one");
}, 20_000);

test("several keys and no kid are refused rather than tried", async () => {
  await server.publish({
    one: { pair: first, alg: "ES256" },
    other: { pair: await newKeys(), alg: "ES256" },
  });
  await expect(accept(await token(undefined))).rejects.toThrow("multiple matching keys");
});

// v5.0.0-9.1.3, v5.0.0-10.5.3
test("a discovery document of another issuer is not trusted", async () => {
  keySet = providerKeySet(`${server.issuer}/realms/other`, () => clock);
  await expect(accept(await token("one"))).rejects.toThrow(/instead of/);
});
