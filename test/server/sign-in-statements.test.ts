import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";
import { type KeyPair, newKeys } from "#test/support/sign-in/key-server.ts";
import { openLogoutIssuer } from "#test/support/sign-in/logout-tokens.ts";
import { accessToken, bearing, believing, boundTo, proving } from "#test/support/people/node-people.ts";
import { type Node, openNode } from "#test/support/processes/node.ts";

/** Sign-ins are believed this long without a look at the membership. */
const KEPT_MS = 15_000;

let database: BareDatabase;
let issuer: Awaited<ReturnType<typeof openLogoutIssuer>>;
let browser: KeyPair;
let node: Node;
/** Stands still, so that a busy machine lets nothing grow old. */
const START = Date.now();
let shift = 0;

beforeAll(async () => {
  database = await openBareDatabase();
  issuer = await openLogoutIssuer();
  browser = await newKeys();
  node = await openNode(database, believing(issuer), { clock: () => START + shift });
});
afterAll(async () => {
  await node.close();
  await issuer.close();
  await database.close();
});

/** Statements of every process from time to time, whoever calls. */
const OWN = /oidc\.session_end|queue_jobs|select xid, position, org_id/;

/** First words of what this call sends to the database, begin and commit too. */
async function sentBy(headers: Record<string, string>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  const { status } = await node.call("/api/me", headers);
  const texts = query.mock.calls.map(([first]: readonly unknown[]) =>
    typeof first === "object" && first !== null && "text" in first ? String(first.text) : String(first),
  );
  const lines = query.mock.contexts;
  query.mockRestore();
  expect(status).toBe(200);
  // The commit of such a statement comes on its connection, maybe alone.
  const isOwn = (place: number): boolean => {
    if (texts[place] !== "commit") return OWN.test(texts[place] ?? "");
    const before = lines.slice(0, place).lastIndexOf(lines[place]);
    return before < 0 || isOwn(before);
  };
  return texts.flatMap((text, place) => (isOwn(place) ? [] : [gist(text)]));
}

const gist = (text: string): string => /(?:from|into|update) ([a-z_.]+)/.exec(text)?.[1] ?? text.trim();

/** Statements of the call itself; role and transaction are part of the message. */
const ME = ["person"];

test("a sign-in that is known costs no statement, one bound to a key a single insert", async () => {
  const bearer = await accessToken(issuer, "ada", { sid: "s1" });
  await sentBy(bearing(bearer));
  expect(await sentBy(bearing(bearer))).toEqual(ME);
  const bound = await accessToken(issuer, "ada", { sid: "s1", ...(await boundTo(browser)) });
  const proven = () => proving(browser, bound, `http://localhost:${node.port}/api/me`);
  expect(await sentBy(await proven())).toEqual(["oidc.used_once", ...ME]);
  expect(await sentBy(await proven())).toEqual(["oidc.used_once", ...ME]);
});

test("every 15 s the membership is looked at once: three messages, and none is a write", async () => {
  const token = await accessToken(issuer, "bo", { sid: "s1" });
  await sentBy(bearing(token));
  shift += KEPT_MS;
  const look = ["person", "person_session", "commit"];
  expect(await sentBy(bearing(token))).toEqual([...look, ...ME]);
  expect(await sentBy(bearing(token))).toEqual(ME);
});

test("a refreshed token of the same session is known too", async () => {
  await sentBy(bearing(await accessToken(issuer, "cy", { sid: "s1" })));
  expect(await sentBy(bearing(await accessToken(issuer, "cy", { sid: "s1" })))).toEqual(ME);
});

test("the first sign-in of all costs no more than ten", async () => {
  const sent = await sentBy(bearing(await accessToken(issuer, "dee", { sid: "s1" })));
  expect(sent.length - ME.length).toBeLessThanOrEqual(10);
  expect(sent).toContain("person_session");
});
