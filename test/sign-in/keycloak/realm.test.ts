import { decodeJwt, decodeProtectedHeader } from "jose";
import * as oauth from "oauth4webapi";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { keycloakAdmin } from "./admin.ts";
import { client, insecure, signInByHand } from "./code-flow.ts";
import { realmFile, realmFor, type Variant } from "./realm.ts";

/** Address at which the app would be; nothing listens there. */
const APP = "http://localhost:5998";
const keycloak = inject("keycloak");
const admin = keycloakAdmin(keycloak);
const issuerOf = (variant: Variant) => `${keycloak.url}/realms/files-${variant}`;

beforeAll(async () => {
  for (const variant of ["dpop", "bearer"] as const)
    await admin.importRealm(realmFor(variant, `files-${variant}`, APP));
});

const newKey = async () => oauth.DPoP(client, await oauth.generateKeyPair("ES256", { extractable: false }));

const refresh = async (server: oauth.AuthorizationServer, token: string, dpop?: oauth.DPoPHandle) =>
  oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, {
      ...insecure,
      ...(dpop && { DPoP: dpop }),
    }),
  );

test("the files differ in what makes bearer tokens bearer tokens, and in nothing else", () => {
  const text = (variant: Variant) => JSON.stringify(realmFile(variant));
  const bearer = text("bearer")
    .replace('"revokeRefreshToken":true', '"revokeRefreshToken":false')
    .replace('"dpop.bound.access.tokens":"false"', '"dpop.bound.access.tokens":"true"');
  expect(bearer).toBe(text("dpop"));
});

test("the files hold no people and no addresses but the example's", () => {
  for (const variant of ["dpop", "bearer"] as const) {
    const file = realmFile(variant);
    expect(file).not.toHaveProperty("users");
    const addresses = JSON.stringify(file).match(/https?:\/\/[^"/]+/g) ?? [];
    expect(new Set(addresses)).toEqual(new Set(["https://waybill.example"]));
  }
});

test("the realm offers what Waybill relies on", async () => {
  const answer = await fetch(`${issuerOf("dpop")}/.well-known/openid-configuration`, {
    headers: { origin: APP },
  });
  expect(answer.headers.get("access-control-allow-origin")).not.toBeNull();
  expect(await answer.json()).toMatchObject({
    issuer: issuerOf("dpop"),
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    check_session_iframe: expect.stringContaining("login-status-iframe.html"),
    code_challenge_methods_supported: expect.arrayContaining(["S256"]),
    dpop_signing_alg_values_supported: expect.arrayContaining(["ES256"]),
    end_session_endpoint: expect.stringContaining("/logout"),
    revocation_endpoint: expect.stringContaining("/revoke"),
  });
});

test("the answer to the browser names issuer and session", async () => {
  const { answer } = await signInByHand(issuerOf("dpop"), APP, "ada", await newKey());
  expect(answer.searchParams.get("iss")).toBe(issuerOf("dpop"));
  expect(answer.searchParams.get("session_state")).toBeTruthy();
});

test("an access token is for our API, says at+jwt, lives five minutes and lists the roles of waybill-api", async () => {
  const { tokens } = await signInByHand(issuerOf("dpop"), APP, "greta", await newKey());
  expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ typ: "at+jwt", alg: "RS256" });
  const claims = decodeJwt(tokens.access_token);
  expect([claims.aud].flat()).toContain("urn:waybill:api");
  expect([claims.aud].flat()).not.toContain("waybill-web");
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(300);
  expect(claims).toMatchObject({
    iss: issuerOf("dpop"),
    azp: "waybill-web",
    sid: expect.any(String),
    // Refunds, copies of data and erasures ask for both.
    auth_time: expect.any(Number),
    acr: expect.any(String),
    name: "Greta Sommer",
    email: "greta@demo.example",
    resource_access: { "waybill-api": { roles: expect.arrayContaining(["org-admin", "dispatcher"]) } },
  });
  // Only roles that the client may see: nothing of the account console, no role of the realm.
  expect(Object.keys(claims["resource_access"] ?? {})).toEqual(["waybill-api"]);
  expect(claims).not.toHaveProperty("realm_access");
});

test("a role of the realm is listed under realm_access, and who has none gets no list", async () => {
  const { tokens: otto } = await signInByHand(issuerOf("dpop"), APP, "otto", await newKey());
  expect(decodeJwt(otto.access_token)).toMatchObject({ realm_access: { roles: ["office"] } });
  const { tokens: noah } = await signInByHand(issuerOf("dpop"), APP, "noah", await newKey());
  const claims = decodeJwt(noah.access_token);
  expect(claims).not.toHaveProperty("realm_access");
  expect(claims).not.toHaveProperty("resource_access");
});

test("the ID token is for the app alone", async () => {
  const { tokens } = await signInByHand(issuerOf("dpop"), APP, "ada", await newKey());
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  expect(claims).toMatchObject({ aud: "waybill-web", sid: decodeJwt(tokens.access_token)["sid"] });
  expect(claims).not.toHaveProperty("resource_access");
});

test("a refreshed token says when the person signed in, not when it was refreshed", async () => {
  const key = await newKey();
  const { server, tokens } = await signInByHand(issuerOf("dpop"), APP, "greta", key);
  const signedInAt = decodeJwt(tokens.access_token)["auth_time"];
  expect(signedInAt).toBe(oauth.getValidatedIdTokenClaims(tokens)?.["auth_time"]);
  await new Promise((later) => setTimeout(later, 2_000));
  const fresh = decodeJwt((await refresh(server, tokens.refresh_token ?? "", key)).access_token);
  expect(fresh["auth_time"]).toBe(signedInAt);
  expect(fresh.iat).toBeGreaterThan(Number(signedInAt));
});

describe("DPoP", () => {
  test("access and refresh tokens are bound to the key, and no other key refreshes", async () => {
    const key = await newKey();
    const { server, tokens } = await signInByHand(issuerOf("dpop"), APP, "carla", key);
    expect(tokens.token_type).toBe("dpop");
    const thumbprint = await key.calculateThumbprint();
    expect(decodeJwt(tokens.access_token)).toMatchObject({ cnf: { jkt: thumbprint } });
    expect(decodeJwt(tokens.refresh_token ?? "")).toMatchObject({ cnf: { jkt: thumbprint } });
    const other = refresh(server, tokens.refresh_token ?? "", await newKey());
    await expect(other).rejects.toMatchObject({ error: "invalid_grant" });
    const without = refresh(server, tokens.refresh_token ?? "");
    await expect(without).rejects.toMatchObject({ status: 400 });
    const fresh = await refresh(server, tokens.refresh_token ?? "", key);
    expect(fresh.token_type).toBe("dpop");
  });

  test("without a proof there is no token at all", async () => {
    const refused = signInByHand(issuerOf("dpop"), APP, "ada");
    await expect(refused).rejects.toMatchObject({ status: 400 });
  });

  test("a refresh token is not used up: a crash between answer and storing signs nobody out", async () => {
    const key = await newKey();
    const { server, tokens } = await signInByHand(issuerOf("dpop"), APP, "carla", key);
    await refresh(server, tokens.refresh_token ?? "", key);
    expect(await refresh(server, tokens.refresh_token ?? "", key)).toHaveProperty("access_token");
  });

  test("userinfo wants the key's proof", async () => {
    const key = await newKey();
    const { server, tokens } = await signInByHand(issuerOf("dpop"), APP, "ada", key);
    const asked = await oauth.userInfoRequest(server, client, tokens.access_token, {
      ...insecure,
      DPoP: key,
    });
    const subject = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? "";
    expect(await oauth.processUserInfoResponse(server, client, subject, asked)).toMatchObject({
      name: "Ada Lindqvist",
    });
    const stolen = await fetch(server.userinfo_endpoint ?? "", {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(stolen.status).toBe(401);
  });
});

describe("bearer", () => {
  test("tokens are bearer tokens and a used refresh token ends the session", async () => {
    const { server, tokens } = await signInByHand(issuerOf("bearer"), APP, "ada");
    expect(tokens.token_type).toBe("bearer");
    expect(decodeJwt(tokens.access_token)).not.toHaveProperty("cnf");
    const fresh = await refresh(server, tokens.refresh_token ?? "");
    expect(fresh.refresh_token).not.toBe(tokens.refresh_token);
    const stolen = refresh(server, tokens.refresh_token ?? "");
    await expect(stolen).rejects.toMatchObject({ error: "invalid_grant" });
    const after = refresh(server, fresh.refresh_token ?? "");
    await expect(after).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("an app that sends proofs gets bound tokens here too", async () => {
    const { tokens } = await signInByHand(issuerOf("bearer"), APP, "ada", await newKey());
    expect(tokens.token_type).toBe("dpop");
  });
});

test.each<[string, Record<string, string>]>([
  ["another redirect address", { redirect_uri: `${APP}/elsewhere` }],
  ["no code challenge", { redirect_uri: `${APP}/auth/callback`, code_challenge: "" }],
  ["a plain code challenge", { redirect_uri: `${APP}/auth/callback`, code_challenge_method: "plain" }],
  ["tokens in the address", { redirect_uri: `${APP}/auth/callback`, response_type: "token" }],
])("%s is refused", async (_what, changes) => {
  const url = new URL(`${issuerOf("dpop")}/protocol/openid-connect/auth`);
  url.search = new URLSearchParams({
    client_id: "waybill-web",
    response_type: "code",
    scope: "openid",
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
    ...changes,
  }).toString();
  const answer = await fetch(url, { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "http://nowhere.example");
  const told = new URLSearchParams(`${back.search.slice(1)}&${back.hash.slice(1)}`);
  expect(answer.status === 400 || told.has("error"), `${answer.status} ${back.href}`).toBe(true);
});

test("our origin alone may read the token endpoint's answers", async () => {
  const ask = (origin: string) =>
    fetch(`${issuerOf("dpop")}/protocol/openid-connect/token`, {
      method: "POST",
      headers: { origin },
      body: new URLSearchParams({
        client_id: "waybill-web",
        grant_type: "refresh_token",
        refresh_token: "x",
      }),
    });
  expect((await ask(APP)).headers.get("access-control-allow-origin")).toBe(APP);
  expect((await ask("https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
});
