import { expect, test, vi } from "vitest";
import { openDesk, type Desk } from "#test/support/sign-in/sign-in-driver.ts";
import { toBase64Url } from "./jwt.ts";

// A busy machine takes long to read the driver anew for every test.
vi.setConfig({ testTimeout: 30_000 });

const formOf = async (desk: Desk, at = 0): Promise<URLSearchParams> =>
  new URLSearchParams(await desk.provider.to("/token")[at]?.text());

const digest = async (text: string, hash = "SHA-256"): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest(hash, new TextEncoder().encode(text)));

test("a sign-in carries a challenge, a state and a nonce, and comes back to the wished page", async () => {
  const desk = await openDesk();
  const at = await desk.leave();
  const asked = Object.fromEntries(at.searchParams);
  expect(asked).toMatchObject({
    response_type: "code",
    client_id: "waybill-web",
    redirect_uri: `${location.origin}/auth/callback`,
    resource: "urn:waybill:api",
    code_challenge_method: "S256",
  });
  expect(asked).not.toHaveProperty("prompt");
  expect(await desk.driver.finish(desk.answer(at))).toBe("/d/board");
  expect(desk.driver.state()).toMatchObject({ kind: "signed-in", subject: "ada", roles: ["sender"] });
  const form = await formOf(desk);
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
  const desk = await openDesk();
  answering({ expires_in: said })(desk);
  await desk.signIn();
  const { session } = await desk.driver.diagnose();
  expect(Math.round(((session?.expiresAt ?? 0) - (session?.confirmedAt ?? 0)) / 1000)).toBe(lifeS);
  expect((await desk.driver.fetch("/api/me")).ok).toBe(true);
});

test.each<readonly [string, () => Response]>([
  ["begins and never ends", () => broken(new DOMException("as a browser says it", "TimeoutError"))],
  ["breaks off", () => broken(new TypeError("network error"))],
])("a description that %s is no answer", async (_title, discovery) => {
  const desk = await openDesk();
  desk.provider.manners.discovery = discovery;
  await expect(desk.leave()).rejects.toMatchObject({ trouble: "unreachable" });
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

test("two sign-ins never share a verifier, a state or a nonce", async () => {
  const desk = await openDesk();
  const [one, two] = [await desk.leave(), await desk.leave()];
  for (const name of ["state", "nonce", "code_challenge"])
    expect(one.searchParams.get(name)).not.toBe(two.searchParams.get(name));
  // Both are on their way, and each answer finds its own.
  expect(await desk.driver.finish(desk.answer(two))).toBe("/d/board");
});

test("an answer works once, and a wrong one uses its sign-in up", async () => {
  const desk = await openDesk();
  const at = await desk.leave();
  await expect(desk.driver.finish(desk.answer(at, { iss: "https://evil.example" }))).rejects.toMatchObject({
    trouble: "not-verified",
  });
  await expect(desk.driver.finish(desk.answer(at))).rejects.toMatchObject({ trouble: "stale-link" });
  expect(desk.driver.state()).toEqual({ kind: "signed-out" });
  expect(desk.provider.to("/token")).toHaveLength(0);
});

test("who is signed in and opens an old answer again is led on without a word", async () => {
  const desk = await openDesk();
  const answer = desk.answer(await desk.leave());
  await desk.driver.finish(answer);
  expect(await desk.driver.finish(answer)).toBe("/d/board");
  expect(await desk.driver.finish(new URL(`${location.origin}/auth/callback?code=x&state=y`))).toBe("/");
  expect(desk.provider.to("/token")).toHaveLength(1);
});

type Claims = Record<string, unknown>;
const set = (changes: Claims) => (desk: Desk) => {
  desk.provider.manners.claims = (claims) => ({ ...claims, ...changes });
};
const answering = (changes: Claims) => (desk: Desk) => {
  desk.provider.manners.answer = (body) => ({ ...body, ...changes });
};
const reading = (changes: Claims) => (desk: Desk) => {
  desk.provider.manners.access = (claims) => ({ ...claims, ...changes });
};

test.each<readonly [string, (desk: Desk) => void]>([
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
  const desk = await openDesk();
  spoil(desk);
  await expect(desk.signIn()).rejects.toMatchObject({ trouble: "not-verified" });
  expect(desk.driver.state()).toEqual({ kind: "signed-out" });
});

test.each<readonly [string, Claims, Claims]>([
  ["names nobody", { sub: undefined }, {}],
  [
    "names the person as its own audience knows them",
    { sub: "a-7" },
    { subject_types_supported: ["pairwise"] },
  ],
])("an access token that %s is taken", async (_title, changes, metadata) => {
  const desk = await openDesk();
  desk.provider.manners.metadata = metadata;
  reading(changes)(desk);
  expect(await desk.signIn()).toBe("/d/board");
});

test.each([
  ["without the issuer in the answer", { iss: undefined }],
  ["with another issuer in the answer", { iss: "https://evil.example" }],
  ["with no code", { code: "" }],
])("an answer %s signs nobody in", async (_title, changes) => {
  const desk = await openDesk();
  const answer = desk.answer(await desk.leave(), changes);
  await expect(desk.driver.finish(answer)).rejects.toMatchObject({ trouble: "not-verified" });
  expect(desk.driver.state()).toEqual({ kind: "signed-out" });
});

test("the right hash of the access token is taken", async () => {
  const desk = await openDesk();
  const access = await desk.provider.sign({ sub: "ada" });
  const half = (await digest(access)).slice(0, 16);
  desk.provider.manners.claims = (claims) => ({ ...claims, at_hash: toBase64Url(half) });
  desk.provider.manners.answer = (body) => ({ ...body, access_token: access });
  expect(await desk.signIn()).toBe("/d/board");
});

test("where binding is demanded, an unbound token is refused, and where it is off, no key is named", async () => {
  const off = await openDesk({ dpop: "off" });
  off.provider.manners.dpop = "on";
  expect((await off.leave()).searchParams.has("dpop_jkt")).toBe(false);
  const desk = await openDesk({ dpop: "required" });
  // Nothing keeps the key in this browser: such a sign-in must not begin.
  await expect(desk.leave()).rejects.toMatchObject({ trouble: "storage-refused" });
});

test.each(["javascript:alert(1)", "http://id.example/auth", "data:text/html,x"])(
  "nobody is sent to %s",
  async (address) => {
    const desk = await openDesk();
    desk.provider.manners.metadata = { authorization_endpoint: address };
    await expect(desk.driver.login({ insist: true })).rejects.toMatchObject({ trouble: "wrong-address" });
  },
);

test.each<readonly [string, (desk: Desk) => void]>([
  ["is not even JSON", (desk) => void (desk.provider.manners.userinfo = undefined)],
  ["tells of somebody else", (desk) => void (desk.provider.manners.userinfo = { sub: "bo", name: "Bo" })],
])("userinfo that %s changes nothing", async (_title, spoil) => {
  const desk = await openDesk();
  desk.provider.manners.metadata = { userinfo_endpoint: "https://id.example/me" };
  spoil(desk);
  expect(await desk.signIn()).toBe("/d/board");
  expect(desk.driver.state()).toMatchObject({ kind: "signed-in", name: "Name of ada" });
});

test("userinfo of the person brings name and picture", async () => {
  const desk = await openDesk();
  desk.provider.manners.userinfo = { sub: "ada", name: "Ada L.", picture: "https://id.example/ada.png" };
  await desk.signIn();
  await expect.poll(() => desk.driver.account().name, { timeout: 10_000 }).toBe("Ada L.");
  expect(desk.driver.account().picture).toBe("https://id.example/ada.png");
});
