import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rows } from "#server/db/db.ts";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";
import { openLogoutIssuer } from "#test/support/sign-in/logout-tokens.ts";
import { accessToken, bearing, believing } from "#test/support/people/node-people.ts";
import { type Node, openEvents, openNode } from "#test/support/processes/node.ts";

const PATH = "/auth/backchannel-logout";
const FORM = "application/x-www-form-urlencoded";
const PATIENCE = { timeout: 15_000 };

let database: BareDatabase;
let issuer: Awaited<ReturnType<typeof openLogoutIssuer>>;
let node: Node;
let other: Node;

beforeAll(async () => {
  database = await openBareDatabase();
  issuer = await openLogoutIssuer();
  node = await openNode(database, believing(issuer));
  other = await openNode(database, believing(issuer));
});
afterAll(async () => {
  await node.close();
  await other.close();
  await issuer.close();
  await database.close();
});
beforeEach(() => void (node.warnings.length = 0));

const post = (at: Node, body: string | URLSearchParams, headers: Record<string, string> = {}) =>
  at.call(PATH, { "content-type": FORM, ...headers }, { method: "POST", body });
const tell = (token: string, at = node) => post(at, new URLSearchParams({ logout_token: token }));
const logout = (claims: Record<string, unknown> = {}) => issuer.tokenOf({ claims });
const tokenOf = (subject: string, claims: Record<string, unknown> = {}) =>
  accessToken(issuer, subject, claims);
const status = async (token: string, at = node) => (await at.call("/api/me", bearing(token))).status;

describe("the call", () => {
  test("is answered 200, not to be stored, without body or cookie", async () => {
    const { status, headers } = await tell(await logout());
    const said = ["cache-control", "content-length"].map((name) => headers.get(name));
    expect([status, ...said]).toEqual([200, "no-store", "0"]);
    expect(headers.get("set-cookie")).toBeNull();
  });

  test("needs no cookie and no sign-in; other fields and a charset mean nothing", async () => {
    const form = new URLSearchParams({ logout_token: await logout(), more: "1" });
    const headers = { "content-type": `${FORM}; charset=UTF-8`, cookie: "waybill=1" };
    expect((await post(node, form, headers)).status).toBe(200);
  });

  test.each<[string, (token: string) => [string, Record<string, string>]]>([
    ["JSON", (token) => [JSON.stringify({ logout_token: token }), { "content-type": "application/json" }]],
    ["plain text", (token) => [`logout_token=${token}`, { "content-type": "text/plain" }]],
    [
      "a type that only begins like a form's",
      (token) => [`logout_token=${token}`, { "content-type": `${FORM}x` }],
    ],
    ["the bare token", (token) => [token, {}]],
    ["an empty form", () => ["", {}]],
    ["the token under another name", (token) => [`id_token=${token}`, {}]],
    ["two tokens", (token) => [`logout_token=${token}&logout_token=${token}`, {}]],
    ["a token of nobody's", () => ["logout_token=x.y.z", {}]],
  ])("with %s is answered 400 and ends nothing", async (_says, make) => {
    const access = await tokenOf("form", { sid: "form" });
    const [body, headers] = make(await logout({ sid: "form" }));
    const answer = await post(node, body, headers);
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await status(access)).toBe(200);
  });

  test("of more than 32 kB is not read, and other methods are not there", async () => {
    const big = await post(node, `logout_token=${"x".repeat(40_000)}`);
    expect([big.status, big.headers.get("cache-control")]).toEqual([413, "no-store"]);
    for (const method of ["GET", "PUT", "DELETE"])
      expect((await node.call(PATH, {}, { method })).status).toBe(404);
  });

  test("that is refused says why, and the log too, without the token", async () => {
    const token = await logout({ nonce: "n" });
    const { body } = await tell(token);
    expect(body["error_description"]).toBe("logout token refused: logout-nonce");
    expect(node.warnings).toMatchObject([{ fault: "logout-nonce" }]);
    expect(JSON.stringify(node.warnings)).not.toContain(token.slice(0, 20));
  });

  test("comes again once the provider's keys can be read: 503 uses nothing up", async () => {
    const away = await openNode(database, believing(issuer));
    const access = await tokenOf("kept", { sid: "kept" });
    const token = await logout({ sid: "kept" });
    issuer.server.manner = "failing";
    const busy = await tell(token, away);
    expect([busy.status, busy.headers.get("retry-after"), busy.body["code"]]).toEqual([
      503,
      "1",
      "http.busy",
    ]);
    issuer.server.manner = "good";
    expect(await status(access)).toBe(200);
    await expect.poll(async () => (await tell(token, away)).status, PATIENCE).toBe(200);
    expect(await status(access, away)).toBe(401);
    await away.close();
  });

  test("too often in a minute is answered 429", async () => {
    const busy = await openNode(database, believing(issuer), { limitFactor: 0.001 });
    const answers = [];
    for (let nth = 0; nth < 4; nth += 1) answers.push(await tell(await logout(), busy));
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 429]);
    expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
    await busy.close();
  });
});

// v5.0.0-10.5.5
describe("a token is good once", () => {
  test("at the same server and at another one", async () => {
    const token = await logout();
    expect((await tell(token)).status).toBe(200);
    for (const at of [node, other])
      expect(await tell(token, at)).toMatchObject({
        status: 400,
        body: { error_description: "logout token refused: logout-used" },
      });
  });

  test("ten times at once on both", async () => {
    const token = await logout();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => tell(token, nth % 2 === 0 ? node : other)),
    );
    const counts = [200, 400].map((wanted) => answers.filter(({ status }) => status === wanted).length);
    expect(counts).toEqual([1, 9]);
  });
});

describe("a session that is over", () => {
  test("is refused at once here and soon everywhere, also with fresh tokens; the person's others are not", async () => {
    const [old, kept] = [await tokenOf("ann", { sid: "a1" }), await tokenOf("ann", { sid: "a2" })];
    expect([await status(old), await status(kept), await status(old, other)]).toEqual([200, 200, 200]);
    expect((await tell(await logout({ sid: "a1", sub: "ann" }))).status).toBe(200);
    expect([await status(old), await status(kept)]).toEqual([401, 200]);
    await expect.poll(() => status(old, other), PATIENCE).toBe(401);
    expect(await status(kept, other)).toBe(200);
    const fresh = await tokenOf("ann", { sid: "a1", iat: Math.floor(Date.now() / 1000) + 5 });
    expect([await status(fresh), await status(fresh, other)]).toEqual([401, 401]);
  });

  test("is told to its streams on every server, which then end; the person's others only hear it", async () => {
    const open = async (sid: string, at: Node) => openEvents(at, bearing(await tokenOf("eve", { sid })));
    const over = [await open("e1", node), await open("e1", other)];
    const staying = [await open("e2", node), await openEvents(other, bearing(await tokenOf("mallory")))];
    await expect
      .poll(() => [...over, ...staying].every(({ state }) => state.said !== ""), PATIENCE)
      .toBe(true);
    await tell(await logout({ sid: "e1" }));
    await expect.poll(() => over.map(({ state }) => state.ended), PATIENCE).toEqual([true, true]);
    for (const { state } of over)
      expect(state.said).toContain('event: session.ended\ndata: {"sid":"e1"}\n\n');
    const [hers, hisOwn] = staying;
    await expect.poll(() => hers?.state.said, PATIENCE).toContain("session.ended");
    expect(staying.map(({ state }) => state.ended)).toEqual([false, false]);
    expect(hisOwn?.state.said).not.toContain("session.ended");
    for (const stream of staying) stream.close();
  });

  test("leaves the list of devices, and stands in the history", async () => {
    const [gone, here] = [await tokenOf("dan", { sid: "d1" }), await tokenOf("dan", { sid: "d2" })];
    await status(gone);
    const { body } = await node.call("/api/me", bearing(here));
    const devices = async () => (await node.call("/api/me/sessions", bearing(here))).body["items"];
    expect(await devices()).toHaveLength(2);
    await tell(await logout({ sid: "d1" }));
    expect(await devices()).toHaveLength(1);
    const history = await node.db.owner((tx) =>
      rows(tx, sql`select type, actor_kind, data from event where aggregate_id = ${body["id"]}`),
    );
    expect(history).toMatchObject([
      { type: "person.sessions-ended", actor_kind: "system", data: { sessions: 1 } },
    ]);
  });

  test("which nobody used here is known anyway", async () => {
    expect((await tell(await logout({ sid: "never-seen" }))).status).toBe(200);
    expect(await status(await tokenOf("zoe", { sid: "never-seen" }))).toBe(401);
  });
});

describe("a person who is out, without a session's name", () => {
  test("loses every older token on every server; a later sign-in is welcome", async () => {
    const nowS = Math.floor(Date.now() / 1000);
    const olds = [
      await tokenOf("ben", { sid: "b1", iat: nowS - 20 }),
      await tokenOf("ben", { iat: nowS - 20 }),
    ];
    const [later, somebody] = [await tokenOf("ben", { sid: "b3" }), await tokenOf("bea", { iat: nowS - 20 })];
    const stream = await openEvents(other, bearing(olds[0] ?? ""));
    expect((await tell(await logout({ sid: undefined, sub: "ben", iat: nowS - 10 }))).status).toBe(200);
    for (const old of olds) {
      expect(await status(old)).toBe(401);
      await expect.poll(() => status(old, other), PATIENCE).toBe(401);
    }
    await expect.poll(() => stream.state.ended, PATIENCE).toBe(true);
    for (const at of [node, other])
      expect([await status(later, at), await status(somebody, at)]).toEqual([200, 200]);
  });
});
