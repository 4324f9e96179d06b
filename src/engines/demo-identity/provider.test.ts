import * as oauth from "oauth4webapi";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  APP_URL,
  bearer,
  client,
  insecure,
  openSignInService,
} from "#test/support/sign-in/sign-in-service.ts";
import type { SignInService } from "#test/support/sign-in/sign-in-service.ts";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";

let database: BareDatabase;
let service: SignInService;

beforeAll(async () => {
  database = await openBareDatabase();
  service = await openSignInService(database.db.pool);
});
afterAll(async () => {
  await service.stop();
  await database.close();
});

test("one click signs a demo person in, with a token that the API accepts", async () => {
  const { tokens } = await service.signIn("greta");
  expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ typ: "at+jwt", alg: "ES256" });
  const identity = await service.verifier()(bearer(tokens.access_token));
  expect(identity).toMatchObject({
    subject: "demo-greta",
    name: "Greta Sommer",
    email: "greta@demo.example",
    locale: "de",
    roles: ["dispatcher", "org-admin"],
    clientId: "waybill-web",
  });
  expect(identity.expiresAt - identity.issuedAt).toBe(300_000);
  expect(identity.sessionId).toBe(oauth.getValidatedIdTokenClaims(tokens)?.["sid"]);
  expect(identity.sessionId).toBeTypeOf("string");
});

// v5.0.0-9.2.2, v5.0.0-9.2.4
test("an ID token does not pass for an access token", async () => {
  const { tokens } = await service.signIn("ada");
  await expect(service.verifier()(bearer(tokens.id_token))).rejects.toThrow("typ");
});

test("without a hint a page offers the people, in the reader's language, and Cancel goes back with a reason", async () => {
  const tab = service.browser();
  const login = await service.pending({ ui_locales: "ar" });
  const page = await tab.visit(login.url);
  const text = await page.text();
  expect(text).toContain('dir="rtl"');
  expect(text).toContain("Carla Ruiz");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(text).not.toMatch(/<style|<script(?! src)| style=| on\w+=/);
  const action = /action="([^"]+)"/.exec(text)?.[1] ?? "";
  const cancelled = await tab.visit(service.issuer + action, { cancel: "yes" });
  expect(new URL(cancelled.headers.get("location") ?? "").searchParams.get("error")).toBe("access_denied");
});

test("a page is never in a language that this Waybill does not offer", async () => {
  const french = await openSignInService(database.db.pool, { locales: ["fr", "en-GB"] });
  try {
    const found = await fetch(`${french.issuer}/.well-known/openid-configuration`);
    expect(await found.json()).toMatchObject({ ui_locales_supported: ["fr", "en"] });
    const pageIn = async (wish: string): Promise<string> => {
      const { url } = await french.pending({ ui_locales: wish });
      return (await french.browser("", "ar").visit(url)).text();
    };
    expect(await pageIn("ar")).toContain('lang="fr"');
    expect(await pageIn("de en")).toContain('lang="en"');
    const account = await french.browser("", "ar").visit(`${french.issuer}/account`);
    expect(await account.text()).toContain('lang="fr"');
  } finally {
    await french.stop();
  }
});

test("choosing a person on the page signs that person in", async () => {
  const tab = service.browser();
  const login = await service.pending();
  const text = await (await tab.visit(login.url)).text();
  const action = /action="([^"]+)"/.exec(text)?.[1] ?? "";
  const tokens = await service.tokensFor(
    await tab.visit(service.issuer + action, { person: "carla" }),
    login,
  );
  expect(decodeJwt(tokens.access_token).sub).toBe("demo-carla");
});

test("signed in, the same person comes back without a page; another door switches the person", async () => {
  const { tab, tokens } = await service.signIn("ada");
  expect(decodeJwt(tokens.access_token)["auth_time"]).toBeTypeOf("number");
  const again = await service.pending();
  expect((await service.tokensFor(await tab.visit(again.url), again)).id_token).toBeDefined();
  const login = await service.pending({ login_hint: "bo", prompt: "login" });
  const page = await tab.visit(login.url);
  const text = await page.text();
  expect(page.headers.get("content-security-policy")).toContain("'sha256-");
  const form = Object.fromEntries(
    [...text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map((found) => [found[1] ?? "", found[2] ?? ""]),
  );
  const end = await tab.visit(/action="([^"]+)"/.exec(text)?.[1] ?? "", form);
  expect(decodeJwt((await service.tokensFor(end, login)).access_token).sub).toBe("demo-bo");
});

test("max_age and acr_values ask a signed-in person once more, and the token says when and how it was", async () => {
  const { tab, tokens } = await service.signIn("ada");
  const before = decodeJwt(tokens.access_token);
  expect(before["acr"]).toBe("urn:waybill:demo:one-click");
  const asked = async (wishes: Record<string, string>) => {
    const login = await service.pending(wishes);
    const page = await (await tab.visit(login.url)).text();
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? "";
    const end = await tab.visit(service.issuer + action, { person: "ada" });
    return decodeJwt((await service.tokensFor(end, login)).access_token);
  };
  const strong = "urn:waybill:demo:second-factor";
  const stronger = await asked({ acr_values: `urn:unknown ${strong}` });
  expect(stronger).toMatchObject({ sid: before["sid"], acr: strong });
  expect((await asked({ max_age: "0" }))["auth_time"]).toBeGreaterThanOrEqual(Number(before["auth_time"]));
  const known = await service.pending({ max_age: "900" });
  expect((await service.tokensFor(await tab.visit(known.url), known)).id_token).toBeDefined();
});

// v5.0.0-10.4.5
test("a refresh token brings a new access token, and only once", async () => {
  const { tokens } = await service.signIn("dmitri");
  const fresh = await oauth.processRefreshTokenResponse(
    service.server,
    client,
    await service.refresh(tokens.refresh_token),
  );
  expect(decodeJwt(fresh.access_token)).toMatchObject({
    sub: "demo-dmitri",
    auth_time: decodeJwt(tokens.access_token)["auth_time"],
  });
  await expect(
    oauth.processRefreshTokenResponse(service.server, client, await service.refresh(tokens.refresh_token)),
  ).rejects.toThrow(/server responded with an error/);
});

// v5.0.0-10.4.2
test("a code works once, and only with its verifier", async () => {
  const tab = service.browser();
  const login = await service.pending({ login_hint: "ada" });
  const response = await tab.visit(login.url);
  await expect(
    service.tokensFor(response, { ...login, verifier: oauth.generateRandomCodeVerifier() }),
  ).rejects.toThrow(/server responded with an error/);
  const second = await service.pending({ login_hint: "ada" });
  const good = await tab.visit(second.url);
  await service.tokensFor(good, second);
  await expect(service.tokensFor(good, second)).rejects.toThrow(/server responded with an error/);
});

test("userinfo takes the access token and answers our origin alone", async () => {
  const { tokens } = await service.signIn("elif");
  const ask = (origin: string, token: string) =>
    fetch(service.server.userinfo_endpoint ?? "", { headers: { authorization: `Bearer ${token}`, origin } });
  const answer = await ask(APP_URL, tokens.access_token);
  expect(await answer.json()).toMatchObject({ sub: "demo-elif", name: "Élif Bernard" });
  expect(answer.headers.get("access-control-allow-origin")).toBe(APP_URL);
  expect(
    (await ask("https://evil.example", tokens.access_token)).headers.get("access-control-allow-origin"),
  ).toBeNull();
  expect((await ask(APP_URL, "a.b.c")).status).toBe(401);
});

test("the token endpoint lets our origin read its answer and no other", async () => {
  const ask = (origin: string) =>
    fetch(service.server.token_endpoint ?? "", {
      method: "POST",
      headers: { origin },
      body: new URLSearchParams({ client_id: "waybill-web" }),
    });
  expect((await ask(APP_URL)).headers.get("access-control-allow-origin")).toBe(APP_URL);
  expect((await ask("https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
});

test("signing out with the ID token asks nothing, ends the session and its refresh tokens, and returns to the app", async () => {
  const { tab, tokens } = await service.signIn("faris");
  const url = new URL(service.server.end_session_endpoint ?? "");
  url.searchParams.set("id_token_hint", tokens.id_token ?? "");
  url.searchParams.set("post_logout_redirect_uri", `${APP_URL}/`);
  const text = await (await tab.visit(url.href)).text();
  expect(text).toContain("/assets/submit.js");
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const back = await tab.visit(`${service.issuer}/session/end/confirm`, { xsrf, logout: "yes" });
  expect(back.headers.get("location")).toBe(`${APP_URL}/`);
  const refused = await service.refresh(tokens.refresh_token);
  expect(await refused.json()).toMatchObject({ error: "invalid_grant" });
  expect(await (await tab.visit(`${service.issuer}/account`)).text()).toContain("Nobody is signed in here.");
});

test("a session that ended while its owner signs out leads back to the app, and a foreign form still does not", async () => {
  const { tab, tokens } = await service.signIn("noah");
  const url = new URL(service.server.end_session_endpoint ?? "");
  url.searchParams.set("id_token_hint", tokens.id_token ?? "");
  url.searchParams.set("post_logout_redirect_uri", `${APP_URL}/`);
  const form = async () =>
    /name="xsrf" value="([^"]+)"/.exec(await (await tab.visit(url.href)).text())?.[1] ?? "";
  const confirm = (xsrf: string) =>
    tab.visit(`${service.issuer}/session/end/confirm`, { xsrf, logout: "yes" });
  const xsrf = await form();
  const foreign = await confirm("of-somebody-else");
  expect(foreign.status).toBe(400);
  expect(foreign.headers.get("location")).toBeNull();
  await service.endAccount("demo-noah");
  const late = await confirm(xsrf);
  expect(late.status).toBe(303);
  expect(late.headers.get("location")).toBe(`${APP_URL}/`);
  // The provider's own page, asked when the session is gone already, goes on the same way.
  const again = await confirm(await form());
  expect(again.headers.get("location")).toBe(`${APP_URL}/`);
});

// v5.0.0-10.6.2
test("with another person's ID token signing out asks first", async () => {
  const { tab } = await service.signIn("faris");
  const other = await service.signIn("greta");
  const url = new URL(service.server.end_session_endpoint ?? "");
  url.searchParams.set("id_token_hint", other.tokens.id_token ?? "");
  const text = await (await tab.visit(url.href)).text();
  expect(text).not.toContain("/assets/submit.js");
  expect(text).toContain('name="logout" value="yes"');
});

test("the account page says who is signed in", async () => {
  const { tab } = await service.signIn("bo");
  expect(await (await tab.visit(`${service.issuer}/account`)).text()).toContain("Bo Hansen");
});

test("a revoked refresh token is dead", async () => {
  const { tokens } = await service.signIn("carla");
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(service.server, client, oauth.None(), tokens.refresh_token ?? "", insecure),
  );
  const refused = await service.refresh(tokens.refresh_token);
  expect(refused.status).toBe(400);
});

// v5.0.0-3.7.2, v5.0.0-10.4.1
test.each<[string, Record<string, string>]>([
  ["another redirect address", { redirect_uri: `${APP_URL}/elsewhere` }],
  ["another client", { client_id: "evil" }],
])("%s is never redirected to", async (_says, extra) => {
  const response = await service.browser().visit((await service.pending(extra)).url);
  expect(response.status).toBe(400);
  expect(response.headers.get("location")).toBeNull();
  expect(await response.text()).toContain("Sign-in did not work");
});

// v5.0.0-10.4.6
test.each<[string, Record<string, string>, string]>([
  ["a missing code challenge", { code_challenge: "", code_challenge_method: "" }, "invalid_request"],
  ["another resource", { resource: "urn:other" }, "invalid_target"],
  ["prompt=none without a session", { prompt: "none" }, "login_required"],
])("%s is refused by name", async (_says, extra, error) => {
  const response = await service.browser().visit((await service.pending(extra)).url);
  expect(new URL(response.headers.get("location") ?? "").searchParams.get("error")).toBe(error);
});

test("an interaction of another browser leads back to the app instead of a fault", async () => {
  const response = await service.browser().visit(`${service.issuer}/interaction/unknown`);
  expect(response.headers.get("location")).toBe(`${APP_URL}/`);
});

test("a restart signs nobody out: session, refresh token and keys stay", async () => {
  const { tab, tokens } = await service.signIn("ada");
  await service.restart();
  const login = await service.pending({ prompt: "none" });
  expect(decodeJwt((await service.tokensFor(await tab.visit(login.url), login)).access_token).sub).toBe(
    "demo-ada",
  );
  const refreshed = await service.refresh(tokens.refresh_token);
  expect(refreshed.status).toBe(200);
  await expect(service.verifier()(bearer(tokens.access_token))).resolves.toMatchObject({
    subject: "demo-ada",
  });
});
