import { mkdtempSync, readFileSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLog, scrub } from "./log.ts";

const lines = (file: string) =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));

// v5.0.0-16.2.1, v5.0.0-16.2.2, v5.0.0-16.2.4
test("a line is JSON with a time, a level, the request id and the route pattern", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "waybill-log-")), "logs", "waybill.log");
  const log = openLog({ level: "info", file });
  log.info({ requestId: "r1", endpoint: "cancelDelivery", status: 200, ms: 12 }, "answered");
  await log.flush();
  expect(lines(file)).toEqual([
    {
      level: "info",
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      requestId: "r1",
      endpoint: "cancelDelivery",
      status: 200,
      ms: 12,
      msg: "answered",
    },
  ]);
});

test("lines below the level are not written", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "waybill-log-")), "waybill.log");
  const log = openLog({ level: "error", file });
  log.warn({}, "careful");
  log.error({}, "broken");
  await log.flush();
  expect(lines(file)).toMatchObject([{ level: "error", msg: "broken" }]);
});

// v5.0.0-16.2.5
test.each<[string, object]>([
  ["an authorization header", { authorization: "Bearer secret-thing" }],
  ["all headers", { headers: { cookie: "secret-thing" } }],
  ["a token deep inside", { a: { b: [{ access_token: "secret-thing" }] } }],
  ["a JWT in a message", { error: "refused eyJhbGciOiJFUzI1NiJ9.secret-thing.sig" }],
  ["an e-mail address", { error: "duplicate key (secret-thing@example.org)" }],
  ["a phone number", { note: "call +49 30 1234567" }],
  ["a password in an address", { error: "connect postgresql://waybill:secret-thing@db/waybill" }],
  ["a tracking token in a path", { error: "GET /t/AbCdEfGhIjKlMnOpQrStUv failed" }],
  ["an error with its stack", { error: new Error("for secret-thing@example.org") }],
  ["an authorization code", { code: "secret-thing" }],
  ["a street", { street: "secret-thing 3" }],
])("%s does not reach the log", (_says, facts) => {
  expect(JSON.stringify(scrub(facts))).not.toMatch(/secret-thing|1234567|AbCdEfGhIjKlMnOpQrStUv/);
});

test("problem codes, system codes, ids and figures stay readable", () => {
  const facts = {
    code: "quotes.out-of-range",
    error: { code: "ECONNREFUSED" },
    deliveryId: "0198c2f4-7e1a-7c3e-8a3c-2f1b7d9e5a44",
    ms: 3,
  };
  expect(scrub(facts)).toEqual(facts);
});

test("a circle of objects ends", () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  expect(JSON.stringify(scrub(circle))).toContain("[deep]");
});

test("a log file that grew large is put aside while lines are written, and none is lost", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "waybill-log-")), "waybill.log");
  writeFileSync(file, "old\n".repeat(2_000));
  const log = openLog({ level: "info", file, rotateBytes: 6_000 });
  log.info({}, "first");
  await log.flush();
  expect(readFileSync(`${file}.1`, "utf8")).toMatch(/^old\n/);
  for (let n = 0; n < 100; n += 1) {
    log.info({ n }, "more");
    if (n % 10 === 0) await log.flush();
  }
  await log.flush();
  const numbers = [`${file}.1`, file].flatMap(lines).map((line) => Reflect.get(Object(line), "n"));
  expect(numbers.slice(-30)).toEqual(Array.from({ length: 30 }, (_, nth) => 70 + nth));
  expect(log.dropped()).toBe(0);
});

test("lines that a full disk does not take are dropped and counted, and nothing is thrown", async (context) => {
  if (!existsSync("/dev/full")) context.skip("this system has no /dev/full");
  const log = openLog({ level: "info", file: "/dev/full" });
  for (let n = 0; n < 50; n += 1) log.info({ n }, "lost");
  await log.flush();
  expect(log.dropped()).toBe(50);
});

test("lines that wait for a stuck reader are bounded", () => {
  const log = openLog({
    level: "info",
    file: join(mkdtempSync(join(tmpdir(), "waybill-log-")), "waybill.log"),
  });
  const long = "x".repeat(7_000);
  // Written in one turn, so that none of them gets to the file before the last.
  for (let n = 0; n < 1_000; n += 1) log.info({ long }, "much");
  expect(log.dropped()).toBeGreaterThan(300);
});
