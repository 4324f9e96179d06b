import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { book, good } from "#test/support/people/booking.ts";
import { openPageApp } from "#test/support/tracking/page-app.ts";
import { useWorld } from "#test/support/use-world.ts";
import { trackingApi } from "../../contract/api.ts";
import type { PageGiven } from "../../contract/page.ts";

const { world, sam } = useWorld({ shop: true, people: { sam: ["Sam", "sender"] } });
const said: object[] = [];
let isBroken = false;
let page: Awaited<ReturnType<typeof openPageApp>>;

beforeAll(async () => {
  const db = {
    ...world.db,
    read: (...of: Parameters<typeof world.db.read>) =>
      isBroken ? Promise.reject(new Error("a fault")) : world.db.read(...of),
  };
  page = await openPageApp(world, { db: db as typeof world.db, limitFactor: 1 }, said);
});
afterAll(() => page.app.close());
const open: typeof page.open = (...of) => page.open(...of);

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
  const packed = await page.app.inject({ url: `/t/${token}`, headers: { "accept-encoding": "gzip, br" } });
  const again: PageGiven = JSON.parse(brotliDecompressSync(packed.rawPayload).toString());
  expect(again.state).toMatchObject({ at: "shown", view: { number } });
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
