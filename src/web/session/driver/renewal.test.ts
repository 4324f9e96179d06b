import { beforeEach, expect, test, vi } from "vitest";
import { type StubBrowser, openStubBrowser } from "#test/support/sign-in/sign-in-driver.ts";

// A busy machine takes long to read the driver anew for every test.
vi.setConfig({ testTimeout: 30_000 });

let browser: StubBrowser;
beforeEach(async () => {
  browser = await openStubBrowser();
});

const refused = () => browser.provider.json({ error: "invalid_grant" }, 400);
const kind = () => browser.driver.state().kind;
const refreshes = async (): Promise<number> => {
  const forms = await Promise.all(browser.provider.to("/token").map((asked) => asked.clone().text()));
  return forms.filter((form) => form.includes("grant_type=refresh_token")).length;
};

/** The provider keeps its answer to the next refresh back. @returns what lets it go */
function holdBack(answer?: Response): () => void {
  const { manners, fetch } = browser.provider;
  let release = () => undefined as void;
  const gate = new Promise<void>((done) => {
    release = done;
  });
  manners.token = async (_form, request) => {
    await gate;
    manners.token = undefined;
    return (
      answer ?? fetch(request.url, { method: "POST", headers: request.headers, body: await request.text() })
    );
  };
  return release;
}

test("any number of questions at once are one", async () => {
  await browser.signIn();
  await Promise.all(Array.from({ length: 25 }, () => browser.driver.confirm("person")));
  expect(await refreshes()).toBe(1);
  expect(kind()).toBe("signed-in");
});

test("who signs out while a refresh is on its way stays signed out", async () => {
  await browser.signIn();
  const release = holdBack();
  const asked = browser.driver.confirm("person");
  await expect.poll(refreshes).toBe(1);
  await browser.driver.logout({ hereOnly: true });
  release();
  await asked;
  expect(browser.driver.state()).toMatchObject({ kind: "signed-out" });
  const next = browser.another();
  await next.confirm("person");
  expect(next.state().kind).toBe("signed-out");
});

test("who signs out while the provider leaves a refresh unanswered stays signed out", async () => {
  await browser.signIn();
  const release = holdBack(browser.provider.json({}, 503));
  const asked = browser.driver.confirm("person");
  await expect.poll(refreshes).toBe(1);
  await browser.driver.logout({ hereOnly: true });
  const seen: string[] = [];
  browser.driver.on(() => seen.push(kind()));
  release();
  await asked;
  expect([kind(), ...seen]).toEqual(["signed-out"]);
});

test.each<[string, () => Response | undefined]>([
  ["a fresh token", () => undefined],
  ["a refusal", refused],
  ["a silence", () => browser.provider.json({}, 503)],
])("%s for the session before changes nothing for whoever signed in meanwhile", async (_title, answer) => {
  await browser.signIn();
  const release = holdBack(answer());
  const held = browser.provider.manners.token;
  const asked = browser.driver.confirm("person");
  await expect.poll(refreshes).toBe(1);
  const other = browser.another();
  Object.assign(browser.provider.manners, { token: undefined, subject: "bo" });
  await browser.signIn(other);
  browser.provider.manners.token = held;
  release();
  await asked;
  for (const page of [browser.driver, other])
    expect(page.state()).toMatchObject({ kind: "signed-in", subject: "bo" });
});

test("without a refresh token the session lasts as long as its token, whatever is hinted", async () => {
  browser.provider.manners.answer = (body) => ({ ...body, refresh_token: undefined });
  await browser.signIn();
  for (const hint of ["wake", "frame", "event", "person", "call"] as const)
    await browser.driver.confirm(hint);
  expect(kind()).toBe("signed-in");
  expect(await refreshes()).toBe(0);
  vi.useFakeTimers({ now: Date.now() + 301_000, toFake: ["Date"] });
  await browser.driver.confirm("wake");
  vi.useRealTimers();
  expect(browser.driver.state()).toMatchObject({ kind: "signed-out", trouble: "expired" });
});

const HTML = { "content-type": "text/html" };
const thrown = (name: string): never => {
  throw new DOMException("as a browser says it", name);
};

test.each([
  ["invalid_client", "not-verified"],
  ["unauthorized_client", "not-verified"],
  ["unsupported_grant_type", "not-verified"],
  ["invalid_request", "not-verified"],
  ["interaction_required", "not-verified"],
  ["invalid_dpop_proof", "proof-refused"],
  ["invalid_grant", "ended-or-disabled"],
])("the provider's own %s ends the session", async (error, trouble) => {
  await browser.signIn();
  browser.provider.manners.token = () => browser.provider.json({ error }, 400);
  await browser.driver.confirm("person");
  expect(browser.driver.state()).toMatchObject({ kind: "signed-out", trouble });
});

test.each<readonly [string, Record<string, unknown>]>([
  ["an unreadable identity", { id_token: "no token" }],
  ["a number for a token", { access_token: 7 }],
  ["a new kind of token", { token_type: "pigeon" }],
])("a refresh with %s ends the session", async (_title, changes) => {
  await browser.signIn();
  browser.provider.manners.answer = (body) => ({ ...body, ...changes });
  await browser.driver.confirm("person");
  expect(browser.driver.state()).toMatchObject({ kind: "signed-out", trouble: "not-verified" });
});

test("a token whose signature is no text of signatures ends the session", async () => {
  await browser.signIn();
  browser.provider.manners.answer = (body) => ({
    ...body,
    id_token: String(body["id_token"]).replace(/[^.]+$/, "!!!"),
  });
  await browser.driver.confirm("person");
  expect(browser.driver.state()).toMatchObject({ kind: "signed-out", trouble: "not-verified" });
});

test.each([
  ["a word that no provider says", () => browser.provider.json({ error: "blocked_by_policy" }, 403)],
  ["a request that is given up", () => thrown("AbortError")],
])("%s lets nobody in", async (_title, answer) => {
  browser.provider.manners.token = answer;
  await expect(browser.signIn()).rejects.toMatchObject({ trouble: "not-verified" });
});

type Claims = Record<string, unknown>;
test.each<readonly [string, Claims]>([
  ["another person", { sub: "bo" }],
  ["another issuer", { iss: "https://evil.example" }],
  ["another audience", { aud: "another-app" }],
  ["another sign-in's nonce", { nonce: "of-somebody-else" }],
  ["the hash of another access token", { at_hash: "AAAAAAAAAAAAAAAAAAAAAA" }],
])("a refresh that names %s ends the session", async (_title, claims) => {
  await browser.signIn();
  browser.provider.manners.claims = (honest) => ({ ...honest, ...claims });
  await browser.driver.confirm("person");
  expect(browser.driver.state()).toMatchObject({ kind: "signed-out", trouble: "not-verified" });
});

test.each<readonly [string, Claims]>([
  ["one name for all audiences", {}],
  ["a name for each audience", { subject_types_supported: ["pairwise"] }],
])("an access token of another person ends the session, of a provider with %s", async (_title, metadata) => {
  browser.provider.manners.metadata = metadata;
  await browser.signIn();
  // Without an ID token, nothing else says who it is.
  browser.provider.manners.answer = (body) => ({ ...body, id_token: undefined });
  browser.provider.manners.access = (claims) => ({ ...claims, sub: "bo" });
  await browser.driver.confirm("person");
  expect(browser.driver.state()).toMatchObject({
    kind: "signed-out",
    trouble: "not-verified",
    facts: { code: "access_token.sub" },
  });
});

test.each<readonly [string, () => Response]>([
  ["a fault", () => new Response("", { status: 500 })],
  ["too many calls", () => new Response("", { status: 429 })],
  ["a page of the network", () => new Response("<h1>Hotel</h1>", { headers: HTML })],
  [
    "a wall on the way",
    () => new Response("", { status: 401, headers: { "www-authenticate": "Basic realm=x" } }),
  ],
  ["a page that forbids", () => new Response("<h1>No</h1>", { status: 403, headers: HTML })],
  ["a form that is no refusal", () => browser.provider.json({ error: { message: "no" } }, 400)],
  ["a word that no provider says", () => browser.provider.json({ error: "blocked_by_policy" }, 403)],
  ["another word on the way", () => browser.provider.json({ error: "Not Found", status: 404 }, 404)],
  ["a request that is given up", () => thrown("AbortError")],
  ["a connection that breaks", () => thrown("NetworkError")],
  ["a browser that refuses", () => thrown("SecurityError")],
])("%s instead of an answer signs nobody out", async (_title, answer) => {
  await browser.signIn();
  browser.provider.manners.token = answer;
  await browser.driver.confirm("person");
  expect(browser.driver.state()).toMatchObject({ kind: "signed-in", offline: true, why: "busy" });
});

test("a provider that renews without an ID token goes on with the old identity", async () => {
  await browser.signIn();
  browser.provider.manners.answer = (body) => ({ ...body, id_token: undefined });
  await browser.driver.confirm("person");
  expect(browser.driver.state()).toMatchObject({ kind: "signed-in", subject: "ada", name: "Name of ada" });
  expect(await refreshes()).toBe(1);
});

test("a firm that demands bound tokens from now on lets nobody go on with an unbound one", async () => {
  await browser.signIn();
  const { loadConfig } = await import("../config.ts");
  Object.assign(await loadConfig(), { dpop: "required" });
  await browser.driver.confirm("person");
  expect(browser.driver.state()).toMatchObject({ kind: "signed-out", trouble: "expired" });
  expect(await refreshes()).toBe(0);
});

test("a slow answer of the provider is not taken for the end by the look in between", async () => {
  const release = holdBack();
  const finishing = browser.driver.finish(browser.answer(await browser.leave()));
  await expect.poll(() => browser.provider.to("/token").length).toBe(1);
  await browser.driver.confirm("wake");
  expect(kind()).toBe("signing-in");
  release();
  await finishing;
  expect(kind()).toBe("signed-in");
});

test("who pressed sign in and never left is a guest again at the next look", async () => {
  await browser.leave();
  expect(kind()).toBe("signing-in");
  await browser.driver.confirm("wake");
  expect(kind()).toBe("signed-out");
});

test("another person after an ended session finds nothing of the first", async () => {
  const { onPersonChange } = await import("./person-change.ts");
  const told = vi.fn<() => void>();
  onPersonChange(told);
  await browser.signIn();
  browser.provider.manners.token = refused;
  await browser.driver.confirm("event");
  expect(browser.driver.state()).toMatchObject({ kind: "signed-out", trouble: "ended-elsewhere" });
  browser.provider.manners.token = undefined;
  await browser.signIn();
  expect(told).not.toHaveBeenCalled();
  browser.provider.manners.token = refused;
  await browser.driver.confirm("event");
  Object.assign(browser.provider.manners, { token: undefined, subject: "bo" });
  await browser.signIn();
  expect(told).toHaveBeenCalledTimes(1);
});

/** A page that opens where somebody was signed in and the session has ended since. */
const opened = async () => {
  const { makePhase } = await import("../phase.ts");
  const { makeOidcDriver } = await import("./oidc-driver.ts");
  const phase = makePhase();
  phase.go("begin");
  const page = makeOidcDriver(phase);
  await page.confirm("wake");
  return page.state();
};

test("a page that opens after the session ended says why it did", async () => {
  await browser.signIn();
  browser.provider.manners.token = refused;
  await browser.driver.confirm("event");
  expect(await opened()).toEqual({ kind: "signed-out", trouble: "ended-elsewhere" });
});

test("a page that opens after its owner signed out need not say why", async () => {
  await browser.signIn();
  await browser.driver.logout({ hereOnly: true });
  expect(await opened()).toEqual({ kind: "signed-out" });
});
