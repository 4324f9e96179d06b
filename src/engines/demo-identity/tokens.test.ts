import { decodeJwt } from "jose";
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";
import { APP_URL, client, insecure, openSignInService } from "#test/support/sign-in/sign-in-service.ts";
import type { ServiceOptions, SignInService } from "#test/support/sign-in/sign-in-service.ts";

let database: BareDatabase;
const open: SignInService[] = [];

beforeAll(async () => {
  database = await openBareDatabase();
});
afterAll(async () => {
  for (const service of open) await service.stop();
  await database.close();
});

async function service(options: ServiceOptions): Promise<SignInService> {
  const made = await openSignInService(database.db.pool, options);
  open.push(made);
  return made;
}

const newKey = async () => oauth.DPoP(client, await oauth.generateKeyPair("ES256"));
const thumbprintIn = (token: string) => (decodeJwt(token)["cnf"] as { jkt?: string } | undefined)?.jkt;

test.each(["on", "nonce"] as const)(
  "a key in the browser binds tokens and their refresh (%s)",
  async (dpop) => {
    const at = await service({ dpop });
    const key = await newKey();
    const jkt = await key.calculateThumbprint();
    const { tokens } = await at.signIn("ada", at.browser(), { dpop_jkt: jkt }, key);
    expect(tokens.token_type).toBe("dpop");
    expect(thumbprintIn(tokens.access_token)).toBe(jkt);
    const fresh = await at.refreshed(tokens.refresh_token, key);
    expect(fresh.token_type).toBe("dpop");
    expect(thumbprintIn(fresh.access_token)).toBe(jkt);
    await expect(at.refreshed(tokens.refresh_token, await newKey())).rejects.toMatchObject({
      error: "invalid_grant",
    });
    await expect(at.refreshed(tokens.refresh_token)).rejects.toMatchObject({ error: "invalid_grant" });
  },
);

test("with a nonce demanded the first proof is sent back with one, and the second passes", async () => {
  const at = await service({ dpop: "nonce" });
  const key = await newKey();
  const { tokens } = await at.signIn("ada", at.browser(), {}, key);
  const fresh = await newKey();
  const asked = await at.refresh(tokens.refresh_token, fresh);
  expect(asked.status).toBe(400);
  expect(await asked.json()).toMatchObject({ error: "use_dpop_nonce" });
  expect(asked.headers.get("dpop-nonce")).toMatch(/^[\w-]{20,}$/);
});

test("DPoP off gives unbound tokens and does not announce it", async () => {
  const at = await service({ dpop: "off" });
  expect(at.server.dpop_signing_alg_values_supported).toBeUndefined();
  const { tokens } = await at.signIn("ada", at.browser(), {}, await newKey());
  expect(tokens.token_type).toBe("bearer");
  expect(thumbprintIn(tokens.access_token)).toBeUndefined();
});

test("a code asked for with one key is not given to another", async () => {
  const at = await service({});
  const login = await at.pending({
    login_hint: "bo",
    dpop_jkt: await (await newKey()).calculateThumbprint(),
  });
  const answer = await at.browser().visit(login.url);
  await expect(at.tokensFor(answer, login, await newKey())).rejects.toMatchObject({ error: "invalid_grant" });
});

test.each([
  ["auto", false, true],
  ["auto", true, false],
  ["always", true, true],
  ["never", false, false],
] as const)("rotation %s of a refresh token, bound %s: replaced %s", async (rotate, bound, replaced) => {
  const at = await service({ rotate });
  const key = bound ? await newKey() : undefined;
  const { tokens } = await at.signIn("carla", at.browser(), {}, key);
  const fresh = await at.refreshed(tokens.refresh_token, key);
  expect(fresh.refresh_token !== tokens.refresh_token).toBe(replaced);
  const again = at.refreshed(tokens.refresh_token, key);
  const outcome = await again.then(
    (more) => decodeJwt(more.access_token).sub,
    (error: oauth.ResponseBodyError) => error.error,
  );
  expect(outcome).toBe(replaced ? "invalid_grant" : "demo-carla");
});

test("lives of tokens may be shortened", async () => {
  const at = await service({ tokenLifeS: 7, refreshLifeS: 1 });
  const { tokens } = await at.signIn("dmitri");
  expect(tokens.expires_in).toBe(7);
  await expect
    .poll(async () => (await (await at.refresh(tokens.refresh_token)).json()).error, { timeout: 5000 })
    .toBe("invalid_grant");
});

test("userinfo tells name and picture, to bearer and to bound tokens", async () => {
  const at = await service({});
  const key = await newKey();
  for (const DPoP of [undefined, key]) {
    const { tokens } = await at.signIn("elif", at.browser(), {}, DPoP);
    const answer = await oauth.userInfoRequest(at.server, client, tokens.access_token, {
      ...insecure,
      ...(DPoP && { DPoP }),
    });
    const told = await oauth.processUserInfoResponse(at.server, client, "demo-elif", answer);
    expect(told.name).toBe("Élif Bernard");
    expect(told.picture).toMatch(/^data:image\/svg\+xml;/);
    expect(oauth.getValidatedIdTokenClaims(tokens)).not.toHaveProperty("picture");
  }
});

test("userinfo tells what the scopes allow, and nothing once the session is over", async () => {
  const at = await service({});
  const ask = async ({ access_token }: oauth.TokenEndpointResponse) => {
    const headers = { authorization: `Bearer ${access_token}` };
    const answer = await fetch(at.server.userinfo_endpoint ?? "", { headers });
    return [answer.status, await answer.json()] as const;
  };
  const { tokens } = await at.signIn("elif", at.browser(), { scope: "openid email" });
  expect(await ask(tokens)).toEqual([
    200,
    { sub: "demo-elif", email: "elif@demo.example", email_verified: true },
  ]);
  await at.endAccount("demo-elif");
  expect(await ask(tokens)).toEqual([401, { error: "invalid_token" }]);
});

test("userinfo refuses a bound token without its proof, with another's, and a proof seen before", async () => {
  const at = await service({});
  const key = await newKey();
  const { tokens } = await at.signIn("elif", at.browser(), {}, key);
  const unbound = (await at.signIn("bo")).tokens;
  const url = new URL(at.server.userinfo_endpoint ?? "");
  const asked = await askedWith(tokens.access_token, key, url);
  expect(asked).toMatchObject({ authorization: expect.stringMatching(/^DPoP /) });
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(url, { headers: { ...headers, origin: APP_URL } });
    return `${answer.status} ${answer.headers.get("www-authenticate") ?? ""}`.trim();
  };
  expect(await ask(asked)).toBe("200");
  expect(await ask(asked)).toMatch(/^401 DPoP error="invalid_dpop_proof"/);
  expect(await ask({ authorization: `Bearer ${tokens.access_token}` })).toMatch(/^401 Bearer/);
  expect(await ask({ authorization: `DPoP ${tokens.access_token}` })).toMatch(/invalid_dpop_proof/);
  expect(await ask(await askedWith(tokens.access_token, await newKey(), url))).toMatch(/invalid_dpop_proof/);
  expect(await ask(await askedWith(unbound.access_token, key, url))).toMatch(
    /^401 DPoP error="invalid_token"/,
  );
  const elsewhere = await askedWith(tokens.access_token, key, new URL("/elsewhere", url));
  expect(await ask(elsewhere)).toMatch(/invalid_dpop_proof/);
});

/** The headers with which the library would ask this address. */
async function askedWith(token: string, DPoP: oauth.DPoPHandle, url: URL): Promise<Record<string, string>> {
  let headers: Record<string, string> = {};
  await oauth.protectedResourceRequest(token, "GET", url, undefined, undefined, {
    ...insecure,
    DPoP,
    [oauth.customFetch]: (_url, options) => {
      headers = Object.fromEntries(new Headers(options.headers));
      return Promise.resolve(new Response(null, { status: 204 }));
    },
  });
  return headers;
}

test("the proof header may be sent across origins, and the nonce read", async () => {
  const at = await service({ dpop: "nonce" });
  for (const url of [at.server.token_endpoint, at.server.userinfo_endpoint]) {
    const preflight = await fetch(url ?? "", {
      method: "OPTIONS",
      headers: {
        origin: APP_URL,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,dpop",
      },
    });
    expect(preflight.headers.get("access-control-allow-headers")).toMatch(/dpop/i);
    const answer = await fetch(url ?? "", {
      method: "POST",
      headers: { origin: APP_URL },
      body: new URLSearchParams({ client_id: "waybill-web" }),
    });
    expect(answer.headers.get("access-control-expose-headers")).toMatch(/DPoP-Nonce/);
  }
});
