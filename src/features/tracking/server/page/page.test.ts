import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "#server/http/app.ts";
import { book, good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { trackingApi } from "../../contract/api.ts";
import type { PageGiven } from "../../contract/page.ts";
import { TRACKING_REFUSALS } from "../../contract/refusals.ts";
import { trackPageRoute } from "./page.ts";

const { world, sam } = useWorld({ shop: true, people: { sam: ["Sam", "sender"] } });
const said: object[] = [];
let isBroken = false;
let app: Awaited<ReturnType<typeof buildApp>>;
const note = (facts: object) => void said.push(facts);

beforeAll(async () => {
  app = await buildApp({
    db: {
      ...world.db,
      read: (...of) => (isBroken ? Promise.reject(new Error("a fault")) : world.db.read(...of)),
    },
    routes: [],
    rawRoutes: [
      trackPageRoute({
        drawing: { draw: (given) => JSON.stringify(given), styles: [] },
        headers: { "x-page": "track" },
        locales: ["en", "de", "ar"],
        isDemo: false,
        isSecure: true,
      }),
    ],
    refusals: TRACKING_REFUSALS,
    actorOf: () => Promise.resolve({ kind: "guest", orgId: world.orgId, roles: [] }),
    clock: () => world.now,
    log: { info: note, warn: note, error: note },
    headers: {},
    trustProxy: [],
    limitFactor: 1,
  });
});
afterAll(() => app.close());

const open = async (path: string, headers: Record<string, string> = {}) => {
  const reply = await app.inject({ url: `/t/${path}`, headers });
  const given: PageGiven = JSON.parse(reply.body);
  return { status: reply.statusCode, headers: reply.headers, given };
};

test("the page is drawn from what its link opens, and neither cache nor log keeps it", async () => {
  const { id, number } = await book(world, sam);
  const { token } = good(await sam.call(trackingApi.shareDelivery, { id }));
  const { status, headers, given } = await open(token);
  expect(status).toBe(200);
  expect(given).toMatchObject({ locale: "en", isDemo: false, state: { at: "shown", view: { number } } });
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "content-type": "text/html; charset=utf-8",
    "x-robots-tag": "noindex, nofollow",
    "x-page": "track",
  });
  expect(JSON.stringify(said)).not.toContain(token);
  const packed = await app.inject({ url: `/t/${token}`, headers: { "accept-encoding": "gzip, br" } });
  expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual(given);
});

test("a link that opens nothing gets one page of its own after the same work, whatever it was", async () => {
  const { id } = await book(world, sam);
  const { token } = good(await sam.call(trackingApi.shareDelivery, { id }));
  good(await sam.call(trackingApi.revokeLinks, { id }));
  const links = [token, "0123456789012345678901", "x"];
  for (const link of links)
    expect(await open(link)).toMatchObject({ status: 404, given: { state: { at: "unknown" } } });
  const counted = await Promise.all(links.map((link) => world.db.countStatements(() => open(link))));
  expect(new Set(counted.map(({ statements }) => statements)).size).toBe(1);
});

test.each([
  [{ "accept-language": "fr, ar;q=0.8" }, "", "ar"],
  [{ "accept-language": "ar" }, "?lang=de", "de"],
  [{ "accept-language": "ar", cookie: "other=1; lang=de" }, "", "de"],
  [{ "accept-language": "ar" }, "?lang=xx", "ar"],
])("it is in the reader's language: %j %s", async (wishes, query, locale) => {
  const { given, headers } = await open(`x${query}`, wishes);
  expect(given.locale).toBe(locale);
  expect(headers["set-cookie"]).toBe(
    query === "?lang=de" ? "lang=de; Path=/t/; Max-Age=31536000; SameSite=Lax; Secure" : undefined,
  );
});

test("a fault, and too many tries, have a face as well", async () => {
  isBroken = true;
  expect(await open("x")).toMatchObject({ status: 500, given: { state: { code: "http.internal" } } });
  isBroken = false;
  let last = await open("x");
  for (let tries = 0; tries < 60; tries += 1) last = await open("x");
  expect(last).toMatchObject({
    status: 429,
    given: { state: { at: "failed", code: "http.too-many", facts: { seconds: expect.any(Number) } } },
  });
});
