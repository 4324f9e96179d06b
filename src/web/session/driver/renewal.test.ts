import { beforeEach, expect, test, vi } from "vitest";
import { type Desk, openDesk } from "#test/support/sign-in/sign-in-driver.ts";

// A busy machine takes long to read the driver anew for every test.
vi.setConfig({ testTimeout: 30_000 });

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});

const refused = () => desk.provider.json({ error: "invalid_grant" }, 400);
const kind = () => desk.driver.state().kind;
const refreshes = async (): Promise<number> => {
  const forms = await Promise.all(desk.provider.to("/token").map((asked) => asked.clone().text()));
  return forms.filter((form) => form.includes("grant_type=refresh_token")).length;
};

/** The provider keeps its answer to the next refresh back. @returns what lets it go */
function holdBack(answer?: Response): () => void {
  const { manners, fetch } = desk.provider;
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
  await desk.signIn();
  await Promise.all(Array.from({ length: 25 }, () => desk.driver.confirm("person")));
  expect(await refreshes()).toBe(1);
  expect(kind()).toBe("signed-in");
});

test("who signs out while a refresh is on its way stays signed out", async () => {
  await desk.signIn();
  const release = holdBack();
  const asked = desk.driver.confirm("person");
  await expect.poll(refreshes).toBe(1);
  await desk.driver.logout({ hereOnly: true });
  release();
  await asked;
  expect(desk.driver.state()).toMatchObject({ kind: "signed-out" });
  const next = desk.another();
  await next.confirm("person");
  expect(next.state().kind).toBe("signed-out");
});

test.each([
  ["a fresh token", false],
  ["a refusal", true],
])("%s for the session before changes nothing for whoever signed in meanwhile", async (_title, isRefused) => {
  await desk.signIn();
  const release = holdBack(isRefused ? refused() : undefined);
  const held = desk.provider.manners.token;
  const asked = desk.driver.confirm("person");
  await expect.poll(refreshes).toBe(1);
  const other = desk.another();
  Object.assign(desk.provider.manners, { token: undefined, subject: "bo" });
  await desk.signIn(other);
  desk.provider.manners.token = held;
  release();
  await asked;
  for (const page of [desk.driver, other])
    expect(page.state()).toMatchObject({ kind: "signed-in", subject: "bo" });
});

test("without a refresh token the session lasts as long as its token, whatever is hinted", async () => {
  desk.provider.manners.answer = (body) => ({ ...body, refresh_token: undefined });
  await desk.signIn();
  for (const hint of ["wake", "frame", "event", "person", "call"] as const) await desk.driver.confirm(hint);
  expect(kind()).toBe("signed-in");
  expect(await refreshes()).toBe(0);
  vi.useFakeTimers({ now: Date.now() + 301_000, toFake: ["Date"] });
  await desk.driver.confirm("wake");
  vi.useRealTimers();
  expect(desk.driver.state()).toMatchObject({ kind: "signed-out", trouble: "expired" });
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
  await desk.signIn();
  desk.provider.manners.token = () => desk.provider.json({ error }, 400);
  await desk.driver.confirm("person");
  expect(desk.driver.state()).toMatchObject({ kind: "signed-out", trouble });
});

test.each<readonly [string, Record<string, unknown>]>([
  ["an unreadable identity", { id_token: "no token" }],
  ["a number for a token", { access_token: 7 }],
  ["a new kind of token", { token_type: "pigeon" }],
])("a refresh with %s ends the session", async (_title, changes) => {
  await desk.signIn();
  desk.provider.manners.answer = (body) => ({ ...body, ...changes });
  await desk.driver.confirm("person");
  expect(desk.driver.state()).toMatchObject({ kind: "signed-out", trouble: "not-verified" });
});

test("a token whose signature is no text of signatures ends the session", async () => {
  await desk.signIn();
  desk.provider.manners.answer = (body) => ({
    ...body,
    id_token: String(body["id_token"]).replace(/[^.]+$/, "!!!"),
  });
  await desk.driver.confirm("person");
  expect(desk.driver.state()).toMatchObject({ kind: "signed-out", trouble: "not-verified" });
});

test.each([
  ["a word that no provider says", () => desk.provider.json({ error: "blocked_by_policy" }, 403)],
  ["a request that is given up", () => thrown("AbortError")],
])("%s lets nobody in", async (_title, answer) => {
  desk.provider.manners.token = answer;
  await expect(desk.signIn()).rejects.toMatchObject({ trouble: "not-verified" });
});

type Claims = Record<string, unknown>;
test.each<readonly [string, Claims]>([
  ["another person", { sub: "bo" }],
  ["another issuer", { iss: "https://evil.example" }],
  ["another audience", { aud: "another-app" }],
  ["another sign-in's nonce", { nonce: "of-somebody-else" }],
  ["the hash of another access token", { at_hash: "AAAAAAAAAAAAAAAAAAAAAA" }],
])("a refresh that names %s ends the session", async (_title, claims) => {
  await desk.signIn();
  desk.provider.manners.claims = (honest) => ({ ...honest, ...claims });
  await desk.driver.confirm("person");
  expect(desk.driver.state()).toMatchObject({ kind: "signed-out", trouble: "not-verified" });
});

test.each<readonly [string, Claims]>([
  ["one name for all audiences", {}],
  ["a name for each audience", { subject_types_supported: ["pairwise"] }],
])("an access token of another person ends the session, of a provider with %s", async (_title, metadata) => {
  desk.provider.manners.metadata = metadata;
  await desk.signIn();
  // Without an ID token, nothing else says who it is.
  desk.provider.manners.answer = (body) => ({ ...body, id_token: undefined });
  desk.provider.manners.access = (claims) => ({ ...claims, sub: "bo" });
  await desk.driver.confirm("person");
  expect(desk.driver.state()).toMatchObject({
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
  ["a form that is no refusal", () => desk.provider.json({ error: { message: "no" } }, 400)],
  ["a word that no provider says", () => desk.provider.json({ error: "blocked_by_policy" }, 403)],
  ["another word on the way", () => desk.provider.json({ error: "Not Found", status: 404 }, 404)],
  ["a request that is given up", () => thrown("AbortError")],
  ["a connection that breaks", () => thrown("NetworkError")],
  ["a browser that refuses", () => thrown("SecurityError")],
])("%s instead of an answer signs nobody out", async (_title, answer) => {
  await desk.signIn();
  desk.provider.manners.token = answer;
  await desk.driver.confirm("person");
  expect(desk.driver.state()).toMatchObject({ kind: "signed-in", offline: true, why: "busy" });
});

test("a provider that renews without an ID token goes on with the old identity", async () => {
  await desk.signIn();
  desk.provider.manners.answer = (body) => ({ ...body, id_token: undefined });
  await desk.driver.confirm("person");
  expect(desk.driver.state()).toMatchObject({ kind: "signed-in", subject: "ada", name: "Name of ada" });
  expect(await refreshes()).toBe(1);
});

test("a firm that demands bound tokens from now on lets nobody go on with an unbound one", async () => {
  await desk.signIn();
  const { loadConfig } = await import("../config.ts");
  Object.assign(await loadConfig(), { dpop: "required" });
  await desk.driver.confirm("person");
  expect(desk.driver.state()).toMatchObject({ kind: "signed-out", trouble: "expired" });
  expect(await refreshes()).toBe(0);
});

test("a slow answer of the provider is not taken for the end by the look in between", async () => {
  const release = holdBack();
  const finishing = desk.driver.finish(desk.answer(await desk.leave()));
  await expect.poll(() => desk.provider.to("/token").length).toBe(1);
  await desk.driver.confirm("wake");
  expect(kind()).toBe("signing-in");
  release();
  await finishing;
  expect(kind()).toBe("signed-in");
});

test("who pressed sign in and never left is a guest again at the next look", async () => {
  await desk.leave();
  expect(kind()).toBe("signing-in");
  await desk.driver.confirm("wake");
  expect(kind()).toBe("signed-out");
});

test("another person after an ended session finds nothing of the first", async () => {
  const { onPersonChange } = await import("./person-change.ts");
  const told = vi.fn<() => void>();
  onPersonChange(told);
  await desk.signIn();
  desk.provider.manners.token = refused;
  await desk.driver.confirm("event");
  expect(desk.driver.state()).toMatchObject({ kind: "signed-out", trouble: "ended-elsewhere" });
  desk.provider.manners.token = undefined;
  await desk.signIn();
  expect(told).not.toHaveBeenCalled();
  desk.provider.manners.token = refused;
  await desk.driver.confirm("event");
  Object.assign(desk.provider.manners, { token: undefined, subject: "bo" });
  await desk.signIn();
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
  await desk.signIn();
  desk.provider.manners.token = refused;
  await desk.driver.confirm("event");
  expect(await opened()).toEqual({ kind: "signed-out", trouble: "ended-elsewhere" });
});

test("a page that opens after its owner signed out need not say why", async () => {
  await desk.signIn();
  await desk.driver.logout({ hereOnly: true });
  expect(await opened()).toEqual({ kind: "signed-out" });
});
