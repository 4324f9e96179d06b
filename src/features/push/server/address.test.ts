import { createECDH, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { mustBeCallable } from "./address.ts";

const keys = createECDH("prime256v1");
keys.generateKeys();
const p256dh = keys.getPublicKey().toString("base64url");
const auth = randomBytes(16).toString("base64url");
const check =
  (endpoint: string, allowsPrivate = false) =>
  () =>
    mustBeCallable({ endpoint, p256dh, auth }, allowsPrivate);

test.each([
  "https://fcm.googleapis.com/fcm/send/abc",
  "https://updates.push.services.mozilla.com/wpush/v2/abc",
  "https://web.push.apple.com/abc",
  "https://1.1.1.1/abc",
])("%s is called", (endpoint) => expect(check(endpoint)).not.toThrow());

// v5.0.0-1.3.6
test.each([
  "http://fcm.googleapis.com/fcm/send/abc",
  "https://127.0.0.1/abc",
  "https://10.1.2.3/abc",
  "https://169.254.169.254/latest/meta-data",
  "https://[::1]/abc",
  "https://[fd00::1]/abc",
  "https://[::ffff:10.0.0.1]/abc",
  "https://0x7f000001/abc",
  "https://2130706433/abc",
  "https://user:pass@push.example/abc",
  "file:///etc/passwd",
  "no address",
  `https://push.example/${"a".repeat(1_000)}`,
])("%s is refused", (endpoint) => expect(check(endpoint)).toThrow("push.address-refused"));

test("a service in the own network is called where the operator allows it", () => {
  expect(check("http://127.0.0.1:8080/abc", true)).not.toThrow();
  expect(check("file:///etc/passwd", true)).toThrow("push.address-refused");
});

test.each([
  ["no point", { p256dh: "aaaa", auth }],
  ["a short secret", { p256dh, auth: "aaaa" }],
  ["no base64url", { p256dh: p256dh.replace(/.$/, "="), auth }],
])("keys with %s are refused", (_name, given) =>
  expect(() => mustBeCallable({ endpoint: "https://push.example/a", ...given }, false)).toThrow(
    "push.address-refused",
  ),
);
