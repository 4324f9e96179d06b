import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { bankScript, stripeScript } from "./script.ts";

const words: Record<string, { readonly mark: string }> = JSON.parse(
  readFileSync(new URL("./bank-v1-words.json", import.meta.url), "utf8"),
);

interface Elements {
  create(type: string): {
    on(name: string, listener: (event: object) => void): unknown;
    mount(place: object): void;
  };
  submit(): Promise<{ error?: object }>;
}
interface Script {
  elements(options: object): Elements;
  confirmPayment(order: object): Promise<object>;
  handleNextAction(order: object): Promise<object>;
  mountCard: unknown;
  paymentRequest(): { canMakePayment(): Promise<unknown> };
}

/** The script as it runs in a page of another origin; `said` is what the bank answers. */
function run(
  source: string,
  said: object = {},
): { window: Record<string, (key: string) => Script>; asked: string[] } {
  const asked: string[] = [];
  const window = {};
  const context = createContext({
    window,
    document: { currentScript: { src: "http://127.0.0.1:12111/endive/stripe.js" } },
    HTMLElement: Object,
    URL,
    AbortSignal,
    fetch: (url: string) => {
      asked.push(url);
      return Promise.resolve({ ok: true, status: 200, json: () => Promise.resolve(said) });
    },
  });
  runInContext(source, context);
  return { window, asked };
}
const ORDER = {
  mode: "payment",
  amount: 1190,
  currency: "eur",
  captureMethod: "manual",
  allowedPaymentMethodTypes: ["card"],
};
const stripe = (said?: object) => {
  const { window, asked } = run(stripeScript(), said);
  const made = window["Stripe"]?.("pk_test_1");
  if (!made) throw new Error("no Stripe");
  return { made, asked };
};

test("one script serves the bank's own calls and Stripe's; under Stripe's name only where it stands for it", () => {
  expect(Object.keys(run(bankScript()).window)).toEqual(["SandboxBank"]);
  const { window } = run(stripeScript());
  expect(window["Stripe"]).toBe(window["SandboxBank"]);
  const { made } = stripe();
  for (const call of ["elements", "confirmPayment", "handleNextAction", "mountCard", "confirm"])
    expect(made, call).toHaveProperty(call, expect.any(Function));
});

test("without a public key it makes nothing", () => {
  const { window } = run(stripeScript());
  for (const key of ["", "sk_test_1", undefined as unknown as string])
    expect(() => window["Stripe"]?.(key)).toThrow(/publishable key/);
});

test("wallets have no buttons of their own", async () => {
  const { made } = stripe();
  expect(await made.paymentRequest().canMakePayment()).toBeNull();
  const wallets = made.elements(ORDER).create("expressCheckout");
  const seen: object[] = [];
  wallets.on("ready", (event) => seen.push(event));
  wallets.mount({});
  expect(seen).toEqual([{ elementType: "expressCheckout", availablePaymentMethods: undefined }]);
});

test("it is as strict as what it stands for", async () => {
  const { made } = stripe();
  for (const wrong of [{ amount: 0 }, { currency: "EUR" }, { captureMethod: "automatic" }, { mode: "setup" }])
    expect(() => made.elements({ ...ORDER, ...wrong })).toThrow(/options differ|needs mode/);
  const elements = made.elements(ORDER);
  elements.create("payment");
  expect(() => elements.create("payment")).toThrow(/one payment element/);
  const confirm = { elements, clientSecret: "pi_1_secret_x", redirect: "if_required" };
  await expect(made.confirmPayment(confirm)).rejects.toThrow(/return address/);
  const confirmParams = { return_url: "https://waybill.example/" };
  await expect(made.confirmPayment({ ...confirm, confirmParams })).rejects.toThrow(/submit/);
});

test("what the bank has said is told in Stripe's words, and a closed confirmation opens no window", async () => {
  const { made, asked } = stripe({ intent: { status: "requires_capture" } });
  expect(await made.handleNextAction({ clientSecret: "pi_1_secret_x" })).toMatchObject({
    paymentIntent: { id: "pi_1", status: "requires_capture" },
  });
  expect(asked).toEqual(["http://127.0.0.1:12111/sandbox-bank/v1/intents/pi_1/show"]);
  const declined = stripe({ error: { code: "insufficient_funds" } }).made;
  expect(await declined.handleNextAction({ clientSecret: "pi_1_secret_x" })).toMatchObject({
    error: { type: "card_error", code: "card_declined", decline_code: "insufficient_funds" },
  });
});

test("in every language each form says that no real money moves", () => {
  const [first, ...others] = Object.values(words);
  for (const said of others) expect(Object.keys(said)).toEqual(Object.keys(first ?? {}));
  expect(new Set(Object.values(words).map(({ mark }) => mark)).size).toBe(5);
  for (const { mark } of Object.values(words)) expect(bankScript()).toContain(mark);
});
