import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";
import { bearing } from "#test/support/people/node-people.ts";
import { type Node, openEvents, openNode } from "#test/support/processes/node.ts";
import { type SignInService, freePort, openSignInService } from "#test/support/sign-in/sign-in-service.ts";

const PATIENCE = { timeout: 20_000 };

let database: BareDatabase;
let service: SignInService;
let node: Node;
let other: Node;

/** Two servers on one database, and the embedded provider, which reaches the first of them over loopback. */
beforeAll(async () => {
  database = await openBareDatabase();
  const port = await freePort();
  const appUrl = `http://localhost:${port}`;
  service = await openSignInService(database.db.pool, { appUrl });
  const settings = ["--provider-port", new URL(service.issuer).port, "--public-url", appUrl];
  node = await openNode(database, settings, { port });
  other = await openNode(database, settings);
});
afterAll(async () => {
  await node.close();
  await other.close();
  await service.stop();
  await database.close();
});

const status = async (token: string, at = node) => (await at.call("/api/me", bearing(token))).status;
const refreshError = async (token: string | undefined) =>
  (await (await service.refresh(token)).json()).error as string | undefined;

// v5.0.0-7.6.1
test("who signs out at the provider is out of every server's streams and calls, and nobody else is", async () => {
  const { tab, tokens } = await service.signIn("carla");
  const another = await service.signIn("carla");
  const streams = [node, other].map((at) => openEvents(at, bearing(tokens.access_token)));
  const [here, there] = await Promise.all(streams);
  expect([await status(tokens.access_token), await status(another.tokens.access_token)]).toEqual([200, 200]);

  const url = new URL(service.server.end_session_endpoint ?? "");
  url.searchParams.set("id_token_hint", tokens.id_token ?? "");
  const page = await (await tab.visit(url.href)).text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
  await tab.visit(`${service.issuer}/session/end/confirm`, { xsrf, logout: "yes" });

  const { sid } = decodeJwt(tokens.access_token);
  await expect.poll(() => [here?.state.ended, there?.state.ended], PATIENCE).toEqual([true, true]);
  for (const stream of [here, there])
    expect(stream?.state.said).toContain(`event: session.ended\ndata: {"sid":"${String(sid)}"}`);
  expect([await status(tokens.access_token), await status(tokens.access_token, other)]).toEqual([401, 401]);
  expect(await refreshError(tokens.refresh_token)).toBe("invalid_grant");
  expect([
    await status(another.tokens.access_token),
    await status(another.tokens.access_token, other),
  ]).toEqual([200, 200]);
  expect(service.errors).toEqual([]);
});

test("an account that is ended at the provider is out everywhere, and comes in again by signing in", async () => {
  const first = await service.signIn("bo");
  const second = await service.signIn("bo");
  const tokens = [first, second].map((one) => one.tokens.access_token);
  for (const token of tokens) expect(await status(token)).toBe(200);
  await service.endAccount("demo-bo");
  for (const at of [node, other])
    for (const token of tokens) await expect.poll(() => status(token, at), PATIENCE).toBe(401);
  const again = await service.signIn("bo");
  for (const at of [node, other]) expect(await status(again.tokens.access_token, at)).toBe(200);
  expect(service.errors).toEqual([]);
});
