import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { SCRIPTS } from "./script.ts";

const words: Record<string, { readonly mark: string }> = JSON.parse(
  readFileSync(new URL("./bank-v1-words.json", import.meta.url), "utf8"),
);

interface Element {
  on(name: string, listener: (event: { error?: { type: string } }) => void): Element;
  mount(place: object): void;
  destroy(): void;
}
interface Elements {
  create(type: string): Element;
  submit(): Promise<{ error?: object }>;
  update(options: object): Promise<void>;
}
interface Script {
  elements(options: object): Elements;
  confirmPayment(order: object): Promise<object>;
}
interface Tag {
  readonly src: string;
  readonly tell: Record<string, () => void>;
}
const [MAIN, FORM] = Object.values(SCRIPTS).map(({ text }) => text());

/** The script as it runs in a page of another origin, and the tags of further scripts that it adds. */
function run() {
  const window: Record<string, unknown> = {};
  const tags: Tag[] = [];
  const document = {
    currentScript: { src: "http://127.0.0.1:12111/sandbox-bank/endive/stripe.js" },
    createElement: () => {
      const tell: Tag["tell"] = {};
      const addEventListener = (name: string, listener: () => void) => void (tell[name] = listener);
      return { src: "", tell, addEventListener, remove: () => undefined };
    },
    head: { append: (tag: Tag) => tags.push(tag) },
  };
  runInContext(MAIN ?? "", createContext({ window, document, HTMLElement: Object, URL }));
  const stripe = window["Stripe"] as (key: string) => Script;
  return { window, tags, stripe };
}
const ORDER = {
  mode: "payment",
  amount: 1190,
  currency: "eur",
  captureMethod: "manual",
  allowedPaymentMethodTypes: ["card"],
};
/** A form whose element is being loaded. @returns what it said so far */
function mounted() {
  const { window, tags, stripe } = run();
  const elements = stripe("pk_test_1").elements(ORDER);
  const element = elements.create("payment");
  const said: string[] = [];
  for (const name of ["ready", "loaderror"])
    element.on(name, ({ error }) => said.push(error ? `${name} ${error.type}` : name));
  element.mount({});
  return { window, tags, elements, element, said };
}
/** A form part that is ready at once, confirms with this, and counts its forms. */
const formPart = (reply: object = {}) => {
  const made: object[] = [];
  const themes: object[] = [];
  return Object.assign(
    () => ({
      mountCard: (place: object, { onReady, theme }: { onReady: () => void; theme: object }) => {
        made.push(place);
        themes.push(theme);
        onReady();
        const repaint = (fresh: object) => void themes.push(fresh);
        return { check: () => Promise.resolve(true), destroy: () => undefined, repaint };
      },
      confirm: () => Promise.resolve(reply),
    }),
    { made, themes },
  );
};
const CONFIRM = {
  clientSecret: "pi_1_secret_x",
  redirect: "if_required",
  confirmParams: { return_url: "https://waybill.example/" },
};

test("the script puts Stripe's name and release on the window; the form is a further script, once", async () => {
  const { window, tags, said } = mounted();
  expect(Object.keys(window)).toEqual(["Stripe"]);
  expect(window["Stripe"]).toHaveProperty("version", "endive");
  expect(tags.map(({ src }) => src)).toEqual(["http://127.0.0.1:12111/sandbox-bank/endive/form.js"]);
  expect(said).toEqual([]);
  const part = formPart();
  window["SandboxForm"] = part;
  tags[0]?.tell["load"]?.();
  await expect.poll(() => said).toEqual(["ready"]);
  expect(part.made).toHaveLength(1);
  expect(FORM).toContain("window.SandboxForm = ");
});

test.each([
  ["fails", "error"],
  ["brings something else", "load"],
])("a further script that %s is a load error, and the next form asks again", async (_says, event) => {
  const { tags, elements, said, element } = mounted();
  tags[0]?.tell[event]?.();
  await expect.poll(() => said).toEqual(["loaderror api_connection_error"]);
  element.mount({});
  expect(tags).toHaveLength(2);
  expect((await elements.submit()).error).toMatchObject({ type: "validation_error" });
});

test("a further script that never comes leaves the form loading, without a word", async () => {
  const { tags, said, element } = mounted();
  element.destroy();
  tags[0]?.tell["error"]?.();
  await Promise.resolve();
  expect(said).toEqual([]);
});

test("the form has the page's colours and follows them, the text on the accent too", async () => {
  const { window, tags, stripe } = run();
  const appearance = (accessibleColorOnColorPrimary: string) => ({
    variables: { colorPrimary: "rgb(190, 194, 255)", accessibleColorOnColorPrimary, borderRadius: "8px" },
    rules: { ".Input": { borderColor: "rgb(140, 138, 150)" } },
  });
  const elements = stripe("pk_test_1").elements({ ...ORDER, appearance: appearance("white") });
  const ready = new Promise<void>((resolve) => {
    elements
      .create("payment")
      .on("ready", () => resolve())
      .mount({});
  });
  // Before the form's own script is there.
  await elements.update({ appearance: appearance("black") });
  const part = formPart();
  window["SandboxForm"] = part;
  tags[0]?.tell["load"]?.();
  await ready;
  await elements.update({ appearance: appearance("navy") });
  const theme = { accent: "rgb(190, 194, 255)", radius: "8px", line: "rgb(140, 138, 150)" };
  expect(part.themes).toEqual([
    { ...theme, onaccent: "black" },
    { ...theme, onaccent: "navy" },
  ]);
});

test("without a public key it makes nothing", () => {
  const { stripe } = run();
  for (const key of ["", "sk_test_1", undefined as unknown as string])
    expect(() => stripe(key)).toThrow(/publishable key/);
});

test("it is as strict as what it stands for", async () => {
  const made = run().stripe("pk_test_1");
  for (const wrong of [{ amount: 0 }, { currency: "EUR" }, { captureMethod: "automatic" }, { mode: "setup" }])
    expect(() => made.elements({ ...ORDER, ...wrong })).toThrow(/options differ|needs mode/);
  const elements = made.elements(ORDER);
  elements.create("payment");
  expect(() => elements.create("payment")).toThrow(/one payment element/);
  const { confirmParams, ...rest } = CONFIRM;
  await expect(made.confirmPayment({ elements, ...rest })).rejects.toThrow(/return address/);
  await expect(made.confirmPayment({ elements, confirmParams, ...rest })).rejects.toThrow(/submit/);
});

test.each([
  [{ status: "requires_capture" }, { paymentIntent: { id: "pi_1", status: "requires_capture" } }],
  [
    { error: { code: "insufficient_funds" } },
    { error: { type: "card_error", code: "card_declined", decline_code: "insufficient_funds" } },
  ],
  [
    { error: { code: "confirmation_cancelled" } },
    { error: { type: "invalid_request_error", code: "payment_intent_authentication_failure" } },
  ],
  [{ error: { code: "no_answer" } }, { error: { type: "api_connection_error" } }],
])("the bank's %o is told in Stripe's words", async (reply, told) => {
  const { window, tags, stripe } = run();
  const made = stripe("pk_test_1");
  const elements = made.elements(ORDER);
  const ready = new Promise<void>((resolve) => {
    elements
      .create("payment")
      .on("ready", () => resolve())
      .mount({});
  });
  window["SandboxForm"] = formPart(reply);
  tags[0]?.tell["load"]?.();
  await ready;
  expect(await elements.submit()).toEqual({});
  expect(await made.confirmPayment({ elements, ...CONFIRM })).toMatchObject(told);
});

test("in every language each form says that no real money moves", () => {
  const [first, ...others] = Object.values(words);
  for (const said of others) expect(Object.keys(said)).toEqual(Object.keys(first ?? {}));
  expect(new Set(Object.values(words).map(({ mark }) => mark)).size).toBe(5);
  for (const { mark } of Object.values(words)) expect(FORM).toContain(mark);
});
