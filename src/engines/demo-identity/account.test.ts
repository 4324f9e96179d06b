import type { IncomingMessage } from "node:http";
import { decodeJwt } from "jose";
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listenOn } from "#server/listen.ts";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";
import { type SignInService, freePort, openSignInService } from "#test/support/sign-in/sign-in-service.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

let database: BareDatabase;
let app: { close: () => Promise<void> };
let service: SignInService;
/** Claims that the app was told over the back channel. */
const told: Record<string, unknown>[] = [];
/** Done before the app answers the back channel. */
let onTold: () => Promise<void> = () => Promise.resolve();

beforeAll(async () => {
  database = await openBareDatabase();
  const port = await freePort();
  app = await listenOn("localhost", port, (request, response) => {
    void hear(request).finally(() => response.end());
  });
  service = await openSignInService(database.db.pool, { appUrl: `http://localhost:${port}` });
});
afterAll(async () => {
  await service.stop();
  await app.close();
  await database.close();
});

async function hear(request: IncomingMessage): Promise<void> {
  let body = "";
  for await (const part of request) body += String(part);
  await onTold();
  told.push({ path: request.url, ...decodeJwt(new URLSearchParams(body).get("logout_token") ?? "") });
}

type Tab = ReturnType<SignInService["browser"]>;
const accountUrl = () => `${service.issuer}/account`;
const pageOf = async (tab: Tab) => (await tab.visit(accountUrl())).text();
const valueIn = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? "";
const refreshError = async (token: string | undefined) =>
  (await (await service.refresh(token)).json()).error as string | undefined;
const sidOf = (tokens: oauth.TokenEndpointResponse) => oauth.getValidatedIdTokenClaims(tokens)?.["sid"];

/** The hidden value of the row that is not this browser. */
const otherSession = (text: string) =>
  valueIn(
    text.split("<li>").find((row) => row.includes('name="session"') && !row.includes("This browser")) ?? "",
    "session",
  );

test("the account page says who is signed in and on which browsers", async () => {
  const first = await service.signIn("bo", service.browser(FIREFOX));
  await service.signIn("bo", service.browser(CHROME));
  const text = await pageOf(first.tab);
  expect(text).toContain("Bo Hansen");
  expect(text).toContain("bo@demo.example");
  expect(text).toContain("Firefox · Linux");
  expect(text).toContain("Chrome · Windows");
  expect(text.match(/This browser/g)).toHaveLength(1);
  expect(text).toMatch(/Signed in (now|this minute)/);
  expect(text).not.toMatch(/<style|<script| style=| on\w+=/);
  expect(await pageOf(service.browser())).toContain("Nobody is signed in here.");
});

test("one session is ended from another browser: its tokens are dead before the app hears of it", async () => {
  const here = await service.signIn("elif", service.browser(FIREFOX));
  const there = await service.signIn("elif", service.browser(CHROME));
  told.length = 0;
  let whenTold: string | undefined;
  onTold = async () => {
    whenTold = await refreshError(there.tokens.refresh_token);
  };
  const text = await pageOf(here.tab);
  const answer = await here.tab.visit(accountUrl(), {
    token: valueIn(text, "token"),
    session: otherSession(text),
  });
  onTold = () => Promise.resolve();
  expect(await answer.text()).toContain("Waybill follows at once");
  expect(whenTold).toBe("invalid_grant");
  expect(told).toMatchObject([
    { path: "/auth/backchannel-logout", sub: "demo-elif", aud: "waybill-web", sid: sidOf(there.tokens) },
  ]);
  expect(await refreshError(there.tokens.refresh_token)).toBe("invalid_grant");
  expect(await pageOf(there.tab)).toContain("Nobody is signed in here.");
  expect(await refreshError(here.tokens.refresh_token)).toBeUndefined();
});

// v5.0.0-10.4.9
test("sign out everywhere ends every session of this person and of nobody else", async () => {
  const here = await service.signIn("carla", service.browser(FIREFOX));
  const there = await service.signIn("carla", service.browser(CHROME));
  const other = await service.signIn("dmitri");
  told.length = 0;
  const answer = await here.tab.visit(accountUrl(), { token: valueIn(await pageOf(here.tab), "token") });
  expect(await answer.text()).toContain("Nobody is signed in here.");
  expect(new Set(told.map((one) => one["sid"]))).toEqual(new Set([sidOf(here.tokens), sidOf(there.tokens)]));
  for (const { tokens } of [here, there])
    expect(await refreshError(tokens.refresh_token)).toBe("invalid_grant");
  expect(await refreshError(other.tokens.refresh_token)).toBeUndefined();
  expect([...here.tab.cookies.keys()].filter((name) => /^op_bs|_id_\d+$/.test(name))).toEqual([]);
});

test("a form that is not ours ends nothing", async () => {
  const { tab, tokens } = await service.signIn("faris");
  const foreign = await service.signIn("greta");
  for (const token of ["", "x", valueIn(await pageOf(foreign.tab), "token")])
    await tab.visit(accountUrl(), { token });
  expect(await refreshError(tokens.refresh_token)).toBeUndefined();
});

test("nobody ends a session of another person", async () => {
  const { tab } = await service.signIn("faris");
  const other = await service.signIn("greta");
  const uid = valueIn(await pageOf(other.tab), "session");
  await tab.visit(accountUrl(), { token: valueIn(await pageOf(tab), "token"), session: uid });
  expect(await refreshError(other.tokens.refresh_token)).toBeUndefined();
});

test("signing out from the app tells the app's server once the session is gone", async () => {
  const { tab, tokens } = await service.signIn("ada");
  told.length = 0;
  let whenTold: string | undefined;
  onTold = async () => {
    whenTold = await refreshError(tokens.refresh_token);
  };
  const url = new URL(service.server.end_session_endpoint ?? "");
  url.searchParams.set("id_token_hint", tokens.id_token ?? "");
  const xsrf = valueIn(await (await tab.visit(url.href)).text(), "xsrf");
  await tab.visit(`${service.issuer}/session/end/confirm`, { xsrf, logout: "yes" });
  onTold = () => Promise.resolve();
  expect(told).toMatchObject([{ sub: "demo-ada", sid: sidOf(tokens) }]);
  expect(whenTold).toBe("invalid_grant");
  expect([...tab.cookies.keys()].filter((name) => name.startsWith("op_bs"))).toEqual([]);
});

test("our server may end an account: sessions, tokens, news", async () => {
  const { tab, tokens } = await service.signIn("noah");
  expect(decodeJwt(tokens.access_token)["resource_access"]).toEqual({ "waybill-api": { roles: [] } });
  told.length = 0;
  await service.endAccount("demo-noah");
  expect(told).toMatchObject([{ sub: "demo-noah", sid: sidOf(tokens) }]);
  expect(await refreshError(tokens.refresh_token)).toBe("invalid_grant");
  expect(await pageOf(tab)).toContain("Nobody is signed in here.");
  const { rows } = await database.db.pool.query(
    "select kind from oidc.record where payload->>'accountId' = 'demo-noah'",
  );
  expect(rows).toEqual([]);
  await service.endAccount("demo-noah");
  expect(told).toHaveLength(1);
});

test("an end that comes late leaves whoever signed in since then", async () => {
  const before = Date.now() - 1_000;
  const { tab, tokens } = await service.signIn("noah");
  told.length = 0;
  await service.endAccount("demo-noah", before);
  expect(told).toEqual([]);
  expect(await pageOf(tab)).not.toContain("Nobody is signed in here.");
  await service.endAccount("demo-noah", Date.now());
  expect(told).toMatchObject([{ sub: "demo-noah", sid: sidOf(tokens) }]);
});

test.each([
  ["de", "Wo Sie angemeldet sind", "Überall abmelden", "ltr"],
  ["fr", "Où vous êtes connecté", "Se déconnecter partout", "ltr"],
  ["es", "Dónde tiene la sesión iniciada", "Cerrar sesión en todas partes", "ltr"],
  ["ar", "أين سجّلت الدخول", "تسجيل الخروج من كل الأجهزة", "rtl"],
])("the account page speaks %s", async (language, heading, action, dir) => {
  const { tab } = await service.signIn("greta", service.browser(FIREFOX, language));
  const text = await pageOf(tab);
  expect(text).toContain(`<html lang="${language}" dir="${dir}">`);
  for (const words of [heading, action]) expect(text).toContain(words);
});

test("sessions and their browsers outlive a restart", async () => {
  const { tab } = await service.signIn("greta", service.browser(FIREFOX));
  await service.restart();
  expect(await pageOf(tab)).toContain("Firefox · Linux");
});
