import { writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { browserConfig } from "./browser-config.ts";
import { cardOrigins, paymentChoice } from "./payment-choice.ts";
import { readSettings } from "./read.ts";
import { settle } from "./settle.ts";

const SECRET = "sk_test_0123456789abcdef";
const LIVE = { secret: "rk_live_0123456789abcdef", publishable: "pk_live_0123456789abcdef" };
const TEST_KEYS = {
  WAYBILL_STRIPE_SECRET_KEY: SECRET,
  WAYBILL_STRIPE_PUBLISHABLE_KEY: "pk_test_0123456789abcdef",
};
const LIVE_KEYS = {
  WAYBILL_STRIPE_SECRET_KEY: LIVE.secret,
  WAYBILL_STRIPE_PUBLISHABLE_KEY: LIVE.publishable,
};
const OWN = ["--payment=stripe", "--oidc-issuer=https://id.example", "--public-url=https://waybill.example"];
const settled = (args: string[], environment: Record<string, string> = {}) =>
  settle(readSettings(environment, args).settings, environment);

test("keys of the test mode are enough on this machine, with the demo or without", () => {
  expect(settled(["--payment=stripe"], TEST_KEYS)).toMatchObject({ payment: "stripe", demo: true });
  expect(settled(["--payment=stripe", "--no-demo"], TEST_KEYS)).toMatchObject({ demo: false });
});

test("the sandbox bank's port goes with the sandbox, and with test keys that are to talk to it", () => {
  expect(settled(["--sandbox-port=12111"])).toMatchObject({ payment: "sandbox", sandboxPort: 12_111 });
  expect(settled(["--payment=stripe", "--sandbox-port=12111"], TEST_KEYS)).toMatchObject({
    payment: "stripe",
  });
  const open = [...OWN, "--sandbox-port=12111", "--allow-demo-in-production"];
  expect(settled(open, TEST_KEYS)).toMatchObject({ sandboxPort: 12_111 });
});

test("live keys take cards behind a public address with a provider of one's own", () => {
  const settings = settled(OWN, {
    ...LIVE_KEYS,
    WAYBILL_STRIPE_WEBHOOK_SECRET: "whsec_firstfirst,whsec_nextnext",
  });
  expect(paymentChoice(settings)).toEqual({
    kind: "stripe",
    secretKey: LIVE.secret,
    publishableKey: LIVE.publishable,
    webhookSecrets: ["whsec_firstfirst", "whsec_nextnext"],
    apiBase: undefined,
    scriptUrl: "https://js.stripe.com/endive/stripe.js",
    wallets: "auto",
  });
});

test.each<[string, string[], Record<string, string>, RegExp]>([
  ["no secret key", ["--payment=stripe"], {}, /needs WAYBILL_STRIPE_SECRET_KEY/],
  [
    "no publishable key",
    ["--payment=stripe"],
    { WAYBILL_STRIPE_SECRET_KEY: SECRET },
    /needs --stripe-publishable-key/,
  ],
  ["a key that nobody uses", [], TEST_KEYS, /set but not used/],
  [
    "keys of two modes",
    ["--payment=stripe"],
    { ...TEST_KEYS, WAYBILL_STRIPE_PUBLISHABLE_KEY: LIVE.publishable },
    /different modes/,
  ],
  ["live keys on this machine", ["--payment=stripe"], LIVE_KEYS, /need the --public-url/],
  [
    "live keys on plain http",
    ["--payment=stripe", "--public-url=http://waybill.example"],
    LIVE_KEYS,
    /begins with https/,
  ],
  ["live keys in the demo", [...OWN, "--demo"], LIVE_KEYS, /say --no-demo/],
  ["live keys to another server", [...OWN, "--stripe-api-base=https://x.example"], LIVE_KEYS, /Stripe alone/],
  [
    "live keys with a stranger's script",
    [...OWN, "--stripe-script-url=https://x.example/s.js"],
    LIVE_KEYS,
    /address of stripe\.com/,
  ],
  [
    "live keys with a script that only sounds like it",
    [...OWN, "--stripe-script-url=https://notstripe.com/s.js"],
    LIVE_KEYS,
    /address of stripe\.com/,
  ],
  ["calls on plain http", [...OWN, "--stripe-api-base=http://x.example"], TEST_KEYS, /must begin with https/],
  [
    "three webhook secrets",
    ["--payment=stripe"],
    { ...TEST_KEYS, WAYBILL_STRIPE_WEBHOOK_SECRET: "whsec_11111111,whsec_22222222,whsec_33333333" },
    /two secrets at most/,
  ],
  ["live keys beside play money", [...OWN, "--sandbox-port=12111"], LIVE_KEYS, /play money/],
  ["play money beside nothing", ["--payment=none", "--sandbox-port=12111"], {}, /play money/],
  ["the same port twice", ["--sandbox-port=8080"], {}, /--sandbox-port must differ/],
  [
    "the sandbox's port where others reach it",
    [...OWN, "--sandbox-port=12111"],
    TEST_KEYS,
    /The sandbox bank's port .* does not open behind waybill\.example/,
  ],
  [
    "the sandbox's port in production",
    ["--payment=stripe", "--oidc-issuer=https://id.example", "--sandbox-port=12111"],
    { ...TEST_KEYS, NODE_ENV: "production" },
    /does not open with NODE_ENV=production/,
  ],
])("%s is refused in one sentence", (_says, args, environment, sentence) => {
  expect(() => settled(args, environment)).toThrow(sentence);
});

test.each([
  ["a publishable key for the secret one", { WAYBILL_STRIPE_SECRET_KEY: "pk_test_0123456789abcdef" }],
  ["a secret key for the publishable one", { WAYBILL_STRIPE_PUBLISHABLE_KEY: SECRET }],
  ["a webhook's name for its secret", { WAYBILL_STRIPE_WEBHOOK_SECRET: "we_0123456789abcdef" }],
])("%s is refused", (_says, environment) => {
  expect(() => settled(["--payment=stripe"], environment)).toThrow(/must be/);
});

test("a wrong secret is not repeated, and one from a file is read", () => {
  const wrong = { WAYBILL_STRIPE_SECRET_KEY: "sk_wrong_deadbeefdeadbeef" };
  expect(() => settled([], wrong)).toThrow(/^(?!.*deadbeef)/s);
  const file = join(mkdtempSync(join(tmpdir(), "waybill-key-")), "key");
  writeFileSync(file, `${SECRET}\n`);
  const { WAYBILL_STRIPE_PUBLISHABLE_KEY } = TEST_KEYS;
  const read = settled(["--payment=stripe"], {
    WAYBILL_STRIPE_SECRET_KEY_FILE: file,
    WAYBILL_STRIPE_PUBLISHABLE_KEY,
  });
  expect(read.stripeSecretKey).toBe(SECRET);
});

test("wallets are shown as the operator says: where they are available, or never", () => {
  const script = "/stripe.js";
  const walletsOf = (args: string[], keys: Record<string, string> = TEST_KEYS) =>
    browserConfig(settled(args, keys), script).payment.wallets;
  const stripe = "--payment=stripe";
  expect(walletsOf([stripe])).toBe(true);
  expect(walletsOf([stripe, "--stripe-wallets=never"])).toBe(false);
  expect(walletsOf([], {})).toBe(false);
});

test("browsers hear of the script and the public key, and of no secret", () => {
  const settings = settled(["--payment=stripe"], {
    ...TEST_KEYS,
    WAYBILL_STRIPE_WEBHOOK_SECRET: "whsec_01234567",
  });
  const told = browserConfig(settings, "/stripe.js");
  expect(told.payment).toEqual({
    provider: "stripe",
    scriptUrl: "https://js.stripe.com/endive/stripe.js",
    global: "Stripe",
    publicKey: "pk_test_0123456789abcdef",
    wallets: true,
  });
  expect(JSON.stringify(told)).not.toMatch(/sk_|whsec_/);
});

test("the policy lets in Stripe's own origins, or those of the script that is set; the sandbox's frame is this server's", () => {
  const choice = paymentChoice(settled(["--payment=stripe"], TEST_KEYS));
  expect(cardOrigins(choice)).toMatchObject({ connect: ["https://api.stripe.com"] });
  const own = settled(["--payment=stripe", "--stripe-script-url=http://localhost:9/v/stripe.js"], TEST_KEYS);
  const only = ["http://localhost:9"];
  expect(cardOrigins(paymentChoice(own))).toEqual({ script: only, frame: only, connect: only });
  expect(cardOrigins("sandbox")).toEqual({ script: [], frame: ["'self'"], connect: [] });
  expect(cardOrigins("none")).toBeUndefined();
});
