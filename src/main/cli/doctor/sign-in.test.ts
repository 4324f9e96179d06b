import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { readSettings } from "#main/config/read.ts";
import { settle } from "#main/config/settle.ts";
import { openBareDatabase } from "#test/support/database/bare-database.ts";
import { type DoctorRow, offering } from "#test/support/database/doctor-rows.ts";
import {
  type Oddness,
  type PlainProvider,
  goBack,
  json,
  openPlainProvider,
  plain,
} from "#test/support/sign-in/plain-provider.ts";
import { freePort, openSignInService } from "#test/support/sign-in/sign-in-service.ts";
import type { Finding } from "./finding.ts";
import { examineSignIn } from "./sign-in.ts";

const APP = "http://localhost:8080";
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const settled = (...args: string[]) => settle(readSettings({}, args).settings, {});

async function provider(odd: Oddness = {}): Promise<PlainProvider> {
  const made = await openPlainProvider(APP, odd);
  closing.push(made.close);
  return made;
}

async function found(odd: Oddness, ...args: string[]): Promise<Map<string, Finding>> {
  const { issuer } = await provider(odd);
  const findings = await examineSignIn(settled("--oidc-issuer", issuer, ...args), false);
  return new Map(findings.map((finding) => [finding.about, finding]));
}

const verdicts = (findings: readonly Finding[]) =>
  Object.fromEntries(findings.map(({ about, verdict }) => [about, verdict]));

test("a good provider has nothing to mend, and what a sign-in alone can show is said", async () => {
  const { issuer } = await provider();
  const findings = await examineSignIn(settled("--oidc-issuer", issuer), false);
  expect(verdicts(findings)).toEqual({
    issuer: "good",
    https: "good",
    clock: "good",
    keys: "good",
    origins: "good",
    cors: "good",
    redirect: "good",
    flow: "good",
    dpop: "good",
    scopes: "good",
    "sign-out": "unknown",
    return: "good",
    audience: "unknown",
    roles: "unknown",
    "step-up": "unknown",
  });
  for (const { verdict, cure } of findings)
    expect(cure ?? "").toMatch(verdict === "good" ? /^$/ : /^[A-Z][^\n]+\.$/);
});

test("the embedded provider passes every check while it runs", async () => {
  const database = await openBareDatabase();
  closing.push(() => database.close());
  const appUrl = `http://localhost:${await freePort()}`;
  const service = await openSignInService(database.db.pool, { appUrl });
  closing.push(() => service.stop());
  const ports = ["--public-url", appUrl, "--provider-port", new URL(service.issuer).port];
  const findings = await examineSignIn(settled(...ports), true);
  expect(findings.filter(({ verdict }) => verdict !== "good")).toEqual([
    expect.objectContaining({ about: "sign-in", verdict: "careful" }),
  ]);
  expect(findings).toHaveLength(16);
  expect(service.errors).toEqual([]);
  const other = await examineSignIn(settled(...ports, "--oidc-client-id", "somebody"), true);
  expect(verdicts(other)).toMatchObject({ redirect: "bad", return: "bad" });
  const elsewhere = settled("--provider-port", String(await freePort()));
  expect(verdicts(await examineSignIn(elsewhere, true))).toEqual({ "sign-in": "careful", issuer: "careful" });
});

test("the embedded provider is not looked for while Waybill does not run", async () => {
  expect(verdicts(await examineSignIn(settled(), false))).toEqual({ "sign-in": "careful" });
});

const answering = (path: string, answer: NonNullable<Oddness["answers"]>[string]): Oddness => ({
  answers: { [path]: answer },
});
const DISCOVERY = "/.well-known/openid-configuration";

test.each<DoctorRow>([
  [
    "another issuer in the description",
    { metadata: (issuer) => ({ issuer: `${issuer}/` }) },
    "issuer",
    "bad",
    /it calls itself http:\/\/127\S+\/, --oidc-issuer says/,
    /equal to the letter/,
  ],
  [
    "a page instead of a description",
    answering(DISCOVERY, plain("<h1>Welcome</h1>", "text/html")),
    "issuer",
    "bad",
    /answers 200 text\/html, which describes no provider/,
    /Correct --oidc-issuer/,
  ],
  [
    "no description there",
    answering(DISCOVERY, plain("", "text/plain", 404)),
    "issuer",
    "bad",
    /answers 404/,
    /Correct --oidc-issuer/,
  ],
  [
    "a description without addresses",
    offering({ token_endpoint: undefined, jwks_uri: "none" }),
    "issuer",
    "bad",
    /lacks token_endpoint, jwks_uri/,
    /public address/,
  ],
  [
    "a connection that breaks",
    answering(DISCOVERY, (_request, response) => void response.destroy()),
    "issuer",
    "bad",
    /does not answer: the connection broke/,
    /log of the provider/,
  ],
  [
    "an address on plain http",
    offering({ check_session_iframe: "http://id.example/frame" }),
    "https",
    "bad",
    /on plain http: check_session_iframe/,
    /X-Forwarded-Proto/,
  ],
  [
    "a clock that is behind",
    { clockOffsetMs: -300_000 },
    "clock",
    "bad",
    /clock is (299|30\d) s behind/,
    /NTP/,
  ],
  [
    "no keys",
    answering("/jwks", json({ keys: [] })),
    "keys",
    "bad",
    /none of its 0 keys/,
    /sign with one of RS256/,
  ],
  [
    "a key for HMAC alone",
    answering("/jwks", json({ keys: [{ kty: "oct", alg: "HS256" }] })),
    "keys",
    "bad",
    /none of its 1 keys/,
    /ES256/,
  ],
  [
    "a key for encryption alone",
    answering("/jwks", json({ keys: [{ kty: "RSA", use: "enc" }] })),
    "keys",
    "bad",
    /none of its 1 keys/,
    /ES256/,
  ],
  [
    "a page for keys",
    answering("/jwks", plain("<p>", "text/html")),
    "keys",
    "bad",
    /without a key set/,
    /jwks_uri/,
  ],
  [
    "ID tokens with a shared secret",
    offering({ id_token_signing_alg_values_supported: ["HS256", "none"] }),
    "keys",
    "bad",
    /signed by HS256, none alone/,
    /sign them with one of/,
  ],
  [
    "endpoints on another origin",
    { metadata: (issuer) => ({ token_endpoint: `${issuer.replace("127.0.0.1", "localhost")}/token` }) },
    "origins",
    "bad",
    /endpoints are on http:\/\/localhost:\d+, which browsers may not call/,
    /^Start with --oidc-origins http:\/\/localhost:\d+\.$/,
  ],
  [
    "a token endpoint for another origin",
    answering("/token", (request, response, url) => {
      response.setHeader("access-control-allow-origin", "https://other.example");
      plain("{}", "application/json", 400)(request, response, url);
    }),
    "cors",
    "bad",
    /http:\/\/localhost:8080 may not read the token endpoint: it allows https:\/\/other\.example alone/,
    /^Add http:\/\/localhost:8080 to the web origins/,
  ],
  [
    "keys for no origin",
    answering("/jwks", (request, response, url) => {
      response.removeHeader("access-control-allow-origin");
      json({ keys: [{ kty: "EC", crv: "P-256" }] })(request, response, url);
    }),
    "cors",
    "bad",
    /the keys: it answers 200 and allows no origin/,
    /web origins/,
  ],
  [
    "userinfo that takes no proof",
    answering("/userinfo", (request, response, url) => {
      response.setHeader("access-control-allow-headers", "*");
      plain("", "text/plain", 204)(request, response, url);
    }),
    "cors",
    "bad",
    /userinfo: it does not allow the header authorization \(preflight\)/,
    /web origins/,
  ],
  [
    "a preflight that is refused",
    answering("/token", (request, response, url) =>
      plain("", "text/plain", request.method === "OPTIONS" ? 405 : 400)(request, response, url),
    ),
    "cors",
    "bad",
    /the token endpoint: it answers 405 \(preflight\)/,
    /web origins/,
  ],
  [
    "an unknown redirect address",
    answering("/authorize", plain("<h1>Invalid redirect_uri</h1>", "text/html", 400)),
    "redirect",
    "bad",
    /refuses the sign-in request with 400/,
    /Register the redirect address http:\/\/localhost:8080\/auth\/callback, to the letter, .+ waybill-web/,
  ],
  [
    "a scope that the client may not ask",
    answering("/authorize", goBack("invalid_scope")),
    "redirect",
    "bad",
    /the request is not: invalid_scope/,
    /Correct --oidc-scope/,
  ],
  [
    "an error that only the provider knows",
    answering("/authorize", goBack("temporarily_odd")),
    "redirect",
    "bad",
    /temporarily_odd/,
    /client at the provider/,
  ],
  [
    "a page where nobody should see one",
    answering("/authorize", plain("<form>", "text/html")),
    "redirect",
    "careful",
    /shows a page instead/,
    /Sign in once/,
  ],
  [
    "redirects without end",
    answering(
      "/authorize",
      (_request, response, url) => void response.writeHead(302, { location: url.href }).end(),
    ),
    "redirect",
    "bad",
    /redirects without end/,
    /proxies/,
  ],
  [
    "an unknown address after sign-out",
    answering("/end-session", plain("Invalid redirect uri", "text/html", 400)),
    "return",
    "bad",
    /refuses the sign-out request with 400/,
    /post-logout redirect address http:\/\/localhost:8080\//,
  ],
])("%s is found, with its cure", async (_says, odd, about, verdict, said, cure, ...args) => {
  const finding = (await found(odd, ...args)).get(about);
  expect(finding).toMatchObject({ verdict });
  expect(finding?.says).toMatch(said);
  expect(finding?.cure).toMatch(cure);
  expect(finding?.cure).toMatch(/^[A-Z][^\n]+\.$/);
});

test("an address where nothing listens, and one that never answers", async () => {
  const port = await freePort();
  const nowhere = await examineSignIn(settled("--oidc-issuer", `http://127.0.0.1:${port}`), false);
  expect(nowhere).toMatchObject([
    { about: "issuer", verdict: "bad", says: expect.stringContaining("nothing listens there") },
  ]);
  const silent = createServer().listen(port, "127.0.0.1");
  closing.push(() => silent.close());
  const hanging = await examineSignIn(settled("--oidc-issuer", `http://127.0.0.1:${port}`), false);
  expect(hanging).toMatchObject([{ says: expect.stringContaining("does not answer within 5 s") }]);
});

test("a port that browsers refuse", async () => {
  expect(await examineSignIn(settled("--oidc-issuer", "http://127.0.0.1:1"), false)).toMatchObject([
    { verdict: "bad", says: expect.stringContaining("browsers call no such port") },
  ]);
});

test("a host name that nobody knows", async () => {
  const findings = await examineSignIn(
    settled("--oidc-issuer", "https://no-such-host.invalid/realms/a"),
    false,
  );
  expect(findings).toMatchObject([
    { verdict: "bad", says: expect.stringMatching(/host name (is not known|cannot be looked up)/) },
  ]);
});
