import { afterAll, beforeAll, expect, test } from "vitest";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";
import { type SignInService, openSignInService } from "#test/support/sign-in/sign-in-service.ts";

let database: BareDatabase;
let service: SignInService;
let isFull = false;

beforeAll(async () => {
  database = await openBareDatabase();
  service = await openSignInService(database.db.pool, { isDiskFull: () => isFull });
});
afterAll(async () => {
  await service.stop();
  await database.close();
});

const records = async () =>
  (await database.db.pool.query("select count(*)::int as n from oidc.record")).rows[0]?.["n"] as number;

test("a full disk lets nobody new in, says so in the reader's language, and the same address works later", async () => {
  const tab = service.browser("", "de");
  const first = await service.pending();
  const form = /action="([^"]+)"/.exec(await (await tab.visit(first.url)).text())?.[1] ?? "";
  isFull = true;
  const before = await records();
  const login = await service.pending({ login_hint: "ada", ui_locales: "ar" });
  const door = await tab.visit(login.url);
  expect([door.status, door.headers.get("retry-after")]).toEqual([503, "60"]);
  expect(door.headers.get("cache-control")).toBe("no-store");
  const page = await door.text();
  expect(page).toContain('dir="rtl"');
  const again = (/class="button main" href="([^"]+)"/.exec(page)?.[1] ?? "").replaceAll("&amp;", "&");
  const chosen = await tab.visit(service.issuer + form, { person: "ada" });
  expect(chosen.status).toBe(503);
  expect(await chosen.text()).toContain("Anmelden geht gerade nicht");
  expect(await records()).toBe(before);
  isFull = false;
  const tokens = await service.tokensFor(await tab.visit(service.issuer + again), login);
  expect(tokens.access_token).toBeTypeOf("string");
});

test("a full disk signs nobody out: a refresh and a sign-out go on", async () => {
  const { tab, tokens } = await service.signIn("bo");
  isFull = true;
  const refreshed = await service.refresh(tokens.refresh_token);
  expect(refreshed.status).toBe(200);
  const account = await tab.visit(`${service.issuer}/account`);
  const token = /name="token" value="([^"]+)"/.exec(await account.text())?.[1] ?? "";
  expect(await (await tab.visit(`${service.issuer}/account`, { token })).text()).toContain("Signed out.");
  isFull = false;
});
