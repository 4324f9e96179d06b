import { randomUUID } from "node:crypto";
import * as oauth from "oauth4webapi";
import type { Who } from "../people.ts";
import { PASSWORD } from "./realm.ts";

export const client: oauth.Client = { client_id: "waybill-web" };
export const insecure = { [oauth.allowInsecureRequests]: true };

export interface Visit {
  readonly server: oauth.AuthorizationServer;
  /** Everything in the address that Keycloak sent the browser back to. */
  readonly answer: URL;
  readonly tokens: oauth.TokenEndpointResponse;
}

/** Signs in without a browser: Keycloak's page is read and its form sent, cookies kept by hand. */
export async function signInByHand(
  issuer: string,
  appUrl: string,
  who: Who,
  dpop?: oauth.DPoPHandle,
): Promise<Visit> {
  const url = new URL(issuer);
  const server = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, insecure));
  const verifier = oauth.generateRandomCodeVerifier();
  const redirectUri = `${appUrl}/auth/callback`;
  const state = randomUUID();
  const nonce = randomUUID();
  const start = new URL(server.authorization_endpoint ?? "");
  start.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid profile email",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
  }).toString();
  const answer = await throughThePage(start, who);
  const parameters = oauth.validateAuthResponse(server, client, answer, state);
  const options = { ...insecure, ...(dpop && { DPoP: dpop }) };
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    verifier,
    options,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  return { server, answer, tokens };
}

async function throughThePage(start: URL, who: Who): Promise<URL> {
  const page = await fetch(start, { redirect: "manual" });
  const html = await page.text();
  const action = /<form[^>]+id="kc-form-login"[^>]+action="([^"]+)"/
    .exec(html)?.[1]
    ?.replaceAll("&amp;", "&");
  if (!action) throw new Error(`no sign-in form: ${page.status} ${html.slice(0, 500)}`);
  const cookies = page.headers.getSetCookie().map((line) => line.split(";")[0]);
  const back = await fetch(action, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookies.join("; ") },
    body: new URLSearchParams({ username: who, password: PASSWORD }),
  });
  const location = back.headers.get("location");
  if (!location)
    throw new Error(`signing in stopped with ${back.status}: ${(await back.text()).slice(0, 500)}`);
  return new URL(location);
}
