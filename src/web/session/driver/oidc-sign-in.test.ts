import { expect, test, vi } from "vitest";
import { openStubBrowser, type StubBrowser } from "#test/support/sign-in/sign-in-driver.ts";
import { toBase64Url } from "./jwt.ts";

// A busy machine takes long to read the driver anew for every test.
vi.setConfig({ testTimeout: 30_000 });

const formOf = async (browser: StubBrowser, at = 0): Promise<URLSearchParams> =>
  new URLSearchParams(await browser.provider.to("/token")[at]?.text());

const digest = async (text: string, hash = "SHA-256"): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest(hash, new TextEncoder().encode(text)));

test("a sign-in carries a challenge, a state and a nonce, and comes back to the wished page", async () => {
  const browser = await openStubBrowser();
  const at = await browser.leave();
  const asked = Object.fromEntries(at.searchParams);
  expect(asked).toMatchObject({
    response_type: "code",
    client_id: "waybill-web",
    redirect_uri: `${location.origin}/auth/callback`,
    resource: "urn:waybill:api",
    code_challenge_method: "S256",
  });
  expect(asked).not.toHaveProperty("prompt");
  expect(await browser.driver.finish(browser.answer(at))).toBe("/d/board");
  expect(browser.driver.state()).toMatchObject({ kind: "signed-in", subject: "ada", roles: ["sender"] });
  const form = await formOf(browser);
  expect(toBase64Url(await digest(form.get("code_verifier") ?? ""))).toBe(asked["code_challenge"]);
  const [state = "", nonce = ""] = [asked["state"], asked["nonce"]];
  for (const secret of [state, nonce]) expect(secret.length).toBeGreaterThanOrEqual(32);
});

test.each<readonly [unknown, number]>([
  [0, 300],
  [-300, 300],
  ["soon", 300],
  [null, 300],
  [90_000, 86_400],
  [Number.MAX_VALUE, 86_400],
  ["60", 60],
])("a life of %s is taken for %i seconds", async (said, lifeS) => {
  const browser = await openStubBrowser();
  answering({ expires_in: said })(browser);
  await browser.signIn();
  const { session } = await browser.driver.diagnose();
  expect(Math.round(((session?.expiresAt ?? 0) - (session?.confirmedAt ?? 0)) / 1000)).toBe(lifeS);
  expect((await browser.driver.fetch("/api/me")).ok).toBe(true);
});

test.each<readonly [string, () => Response]>([
  ["begins and never ends", () => broken(new DOMException("as a browser says it", "TimeoutError"))],
  ["breaks off", () => broken(new TypeError("network error"))],
])("a description that %s is no answer", async (_title, discovery) => {
  const browser = await openStubBrowser();
  browser.provider.manners.discovery = discovery;
  await expect(browser.leave()).rejects.toMatchObject({ trouble: "unreachable" });
});

/** Half an answer, then what the browser says of the rest. */
function broken(error: Error): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"issuer":'));
      queueMicrotask(() => controller.error(error));
    },
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}

test("whoever cancels at the provider may try again under the demands of the same sign-in", async () => {
  const browser = await openStubBrowser();
  const wanted = { max_age: "900", acr_values: "2 3" };
  const assign = vi.spyOn(location, "assign").mockReturnValue(undefined);
  await browser.driver.login({ returnTo: "/m/money", insist: true, wanted });
  const at = new URL(String(assign.mock.lastCall?.[0]));
  expect(Object.fromEntries(at.searchParams)).toMatchObject(wanted);
  const answer = browser.answer(at, { code: undefined, error: "access_denied" });
  await expect(browser.driver.finish(answer)).rejects.toMatchObject({ trouble: "cancelled", wanted });
});

test("two sign-ins never share a verifier, a state or a nonce", async () => {
  const browser = await openStubBrowser();
  const [one, two] = [await browser.leave(), await browser.leave()];
  for (const name of ["state", "nonce", "code_challenge"])
    expect(one.searchParams.get(name)).not.toBe(two.searchParams.get(name));
  // Both are on their way, and each answer finds its own.
  expect(await browser.driver.finish(browser.answer(two))).toBe("/d/board");
});

test("an answer works once, and a wrong one uses its sign-in up", async () => {
  const browser = await openStubBrowser();
  const at = await browser.leave();
  await expect(
    browser.driver.finish(browser.answer(at, { iss: "https://evil.example" })),
  ).rejects.toMatchObject({
    trouble: "not-verified",
  });
  await expect(browser.driver.finish(browser.answer(at))).rejects.toMatchObject({ trouble: "stale-link" });
  expect(browser.driver.state()).toEqual({ kind: "signed-out" });
  expect(browser.provider.to("/token")).toHaveLength(0);
});

test("who is signed in and opens an old answer again is led on without a word", async () => {
  const browser = await openStubBrowser();
  const answer = browser.answer(await browser.leave());
  await browser.driver.finish(answer);
  expect(await browser.driver.finish(answer)).toBe("/d/board");
  expect(await browser.driver.finish(new URL(`${location.origin}/auth/callback?code=x&state=y`))).toBe("/");
  expect(browser.provider.to("/token")).toHaveLength(1);
});

type Claims = Record<string, unknown>;
const set = (changes: Claims) => (browser: StubBrowser) => {
  browser.provider.manners.claims = (claims) => ({ ...claims, ...changes });
};
const answering = (changes: Claims) => (browser: StubBrowser) => {
  browser.provider.manners.answer = (body) => ({ ...body, ...changes });
};
const reading = (changes: Claims) => (browser: StubBrowser) => {
  browser.provider.manners.access = (claims) => ({ ...claims, ...changes });
};

test.each<readonly [string, (browser: StubBrowser) => void]>([
  ["another nonce", set({ nonce: "of-somebody-else" })],
  ["another issuer", set({ iss: "https://evil.example" })],
  ["another audience", set({ aud: "another-app" })],
  ["run out", set({ exp: 1_000 })],
  ["from the future", set({ iat: Math.floor(Date.now() / 1000) + 3_600 })],
  ["the hash of another access token", set({ at_hash: "AAAAAAAAAAAAAAAAAAAAAA" })],
  ["a hash that is no text", set({ at_hash: 7 })],
  ["no ID token", answering({ id_token: undefined })],
  ["another person's access token", reading({ sub: "bo" })],
  ["an access token whose person is no text", reading({ sub: 7 })],
  ["a token of a key that nobody named", answering({ token_type: "DPoP" })],
  ["a token of an unknown kind", answering({ token_type: "mac" })],
  [
    "signed by a key that is not the provider's",
    ({ provider }) => {
      provider.manners.answer = (body) => {
        const [head, claims] = String(body["id_token"]).split(".");
        return { ...body, id_token: `${head}.${claims}.${"A".repeat(86)}` };
      };
    },
  ],
])("an ID token or answer with %s signs nobody in", async (_title, spoil) => {
  const browser = await openStubBrowser();
  spoil(browser);
  await expect(browser.signIn()).rejects.toMatchObject({ trouble: "not-verified" });
  expect(browser.driver.state()).toEqual({ kind: "signed-out" });
});

test.each<readonly [string, Claims, Claims]>([
  ["names nobody", { sub: undefined }, {}],
  [
    "names the person as its own audience knows them",
    { sub: "a-7" },
    { subject_types_supported: ["pairwise"] },
  ],
])("an access token that %s is taken", async (_title, changes, metadata) => {
  const browser = await openStubBrowser();
  browser.provider.manners.metadata = metadata;
  reading(changes)(browser);
  expect(await browser.signIn()).toBe("/d/board");
});

test.each([
  ["without the issuer in the answer", { iss: undefined }],
  ["with another issuer in the answer", { iss: "https://evil.example" }],
  ["with no code", { code: "" }],
])("an answer %s signs nobody in", async (_title, changes) => {
  const browser = await openStubBrowser();
  const answer = browser.answer(await browser.leave(), changes);
  await expect(browser.driver.finish(answer)).rejects.toMatchObject({ trouble: "not-verified" });
  expect(browser.driver.state()).toEqual({ kind: "signed-out" });
});

test("the right hash of the access token is taken", async () => {
  const browser = await openStubBrowser();
  const access = await browser.provider.sign({ sub: "ada" });
  const half = (await digest(access)).slice(0, 16);
  browser.provider.manners.claims = (claims) => ({ ...claims, at_hash: toBase64Url(half) });
  browser.provider.manners.answer = (body) => ({ ...body, access_token: access });
  expect(await browser.signIn()).toBe("/d/board");
});

test("where binding is demanded, an unbound token is refused, and where it is off, no key is named", async () => {
  const off = await openStubBrowser({ dpop: "off" });
  off.provider.manners.dpop = "on";
  expect((await off.leave()).searchParams.has("dpop_jkt")).toBe(false);
  const browser = await openStubBrowser({ dpop: "required" });
  // Nothing keeps the key in this browser: such a sign-in must not begin.
  await expect(browser.leave()).rejects.toMatchObject({ trouble: "storage-refused" });
});

test.each(["javascript:alert(1)", "http://id.example/auth", "data:text/html,x"])(
  "nobody is sent to %s",
  async (address) => {
    const browser = await openStubBrowser();
    browser.provider.manners.metadata = { authorization_endpoint: address };
    await expect(browser.driver.login({ insist: true })).rejects.toMatchObject({ trouble: "wrong-address" });
  },
);

test.each<readonly [string, (browser: StubBrowser) => void]>([
  ["is not even JSON", (browser) => void (browser.provider.manners.userinfo = undefined)],
  [
    "tells of somebody else",
    (browser) => void (browser.provider.manners.userinfo = { sub: "bo", name: "Bo" }),
  ],
])("userinfo that %s changes nothing", async (_title, spoil) => {
  const browser = await openStubBrowser();
  browser.provider.manners.metadata = { userinfo_endpoint: "https://id.example/me" };
  spoil(browser);
  expect(await browser.signIn()).toBe("/d/board");
  expect(browser.driver.state()).toMatchObject({ kind: "signed-in", name: "Name of ada" });
});

test("userinfo of the person brings name and picture", async () => {
  const browser = await openStubBrowser();
  browser.provider.manners.userinfo = { sub: "ada", name: "Ada L.", picture: "https://id.example/ada.png" };
  await browser.signIn();
  await expect.poll(() => browser.driver.account().name, { timeout: 10_000 }).toBe("Ada L.");
  expect(browser.driver.account().picture).toBe("https://id.example/ada.png");
});
