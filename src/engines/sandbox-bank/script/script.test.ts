import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SCRIPTS } from "./script.ts";

const words: Record<string, { readonly mark: string }> = JSON.parse(
  readFileSync(new URL("./card-form-words.json", import.meta.url), "utf8"),
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
const [MAIN, , FORM] = Object.values(SCRIPTS).map(({ text }) => text());

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The frame that the script puts into the page, played by the test. */
interface Frame {
  readonly src: string;
  readonly title: string;
  readonly style: Record<string, string>;
  readonly contentWindow: object;
  /** Its document has loaded, whatever is in it. */
  load(): void;
}

/** The script as it runs in a page of another origin, and the frames that it makes. */
function run() {
  const frames: Frame[] = [];
  const listeners = new Set<(event: object) => void>();
  const sent: { readonly given: object; readonly origin: string; readonly port: MessagePort }[] = [];
  const makeFrame = () => {
    const loads: (() => void)[] = [];
    return {
      src: "",
      title: "",
      name: "",
      style: {},
      contentWindow: {
        postMessage: (given: object, origin: string, [port]: [MessagePort]) =>
          sent.push({ given, origin, port }),
      },
      addEventListener: (_name: string, listener: () => void) => loads.push(listener),
      load: () => loads.forEach((listener) => listener()),
      append: () => undefined,
      remove: () => undefined,
    };
  };
  const window: Record<string, unknown> = {
    addEventListener: (_name: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_name: string, listener: () => void) => listeners.delete(listener),
  };
  const document = {
    currentScript: { src: "http://127.0.0.1:12111/sandbox-bank/endive/stripe.js" },
    createElement: makeFrame,
  };
  const place = { replaceChildren: (frame: Frame) => frames.push(frame) };
  const globals = { window, document, HTMLElement: Object, URL, MessageChannel, setTimeout, clearTimeout };
  runInContext(MAIN ?? "", createContext(globals));
  const stripe = window["Stripe"] as (key: string) => Script;
  const say = (source: object, data: string) => [...listeners].forEach((hear) => hear({ source, data }));
  return { window, frames, place, say, sent, stripe };
}
/** The form of the newest frame says that it is there. @returns what it is told, and its port */
function formThere({ frames, say, sent }: ReturnType<typeof run>) {
  say(frames.at(-1)?.contentWindow ?? {}, "sandbox-bank-form");
  const begun = sent.at(-1);
  if (!begun) throw new Error("the form was told nothing");
  const told: { readonly id?: number; readonly call: string; readonly given: unknown }[] = [];
  begun.port.addEventListener("message", ({ data }) => told.push(data));
  begun.port.start();
  return { ...begun, told, tell: (call: string, given?: object) => begun.port.postMessage({ call, given }) };
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
  const page = run();
  const elements = page.stripe("pk_test_1").elements(ORDER);
  const element = elements.create("payment");
  const said: string[] = [];
  for (const name of ["ready", "loaderror"])
    element.on(name, ({ error }) => said.push(error ? `${name} ${error.type}` : name));
  element.mount(page.place);
  return { ...page, elements, element, said };
}
/** Answers each call to the form with what is given for it. */
function answering(form: ReturnType<typeof formThere>, replies: Readonly<Record<string, unknown>>): void {
  form.port.addEventListener("message", ({ data: { id, call } }) => {
    if (id !== undefined) form.port.postMessage({ id, reply: replies[call] });
  });
}
const CONFIRM = {
  clientSecret: "pi_1_secret_x",
  redirect: "if_required",
  confirmParams: { return_url: "https://waybill.example/" },
};

test("the script puts Stripe's name and release on the window; the form is a document of its own in a frame", async () => {
  const page = mounted();
  const names = Object.keys(page.window).filter((name) => !name.endsWith("EventListener"));
  expect(names).toEqual(["Stripe"]);
  expect(page.window["Stripe"]).toHaveProperty("version", "endive");
  expect(page.frames.map(({ src }) => src)).toEqual(["http://127.0.0.1:12111/sandbox-bank/endive/form.html"]);
  expect(page.frames[0]?.title).toBe("Card details");
  const form = formThere(page);
  expect(form.origin).toBe("http://127.0.0.1:12111");
  page.frames[0]?.load();
  await vi.advanceTimersByTimeAsync(5000);
  expect(page.said).toEqual([]);
  form.tell("height", 240 as unknown as object);
  form.tell("ready");
  await vi.waitFor(() => expect(page.said).toEqual(["ready"]));
  expect(page.frames[0]?.style["blockSize"]).toBe("248px");
  expect(FORM).toContain("sandbox-bank-form");
});

test("a frame that loads and says nothing is a load error; words of others are not heard", async () => {
  const page = mounted();
  page.say({}, "sandbox-bank-form");
  page.say(page.frames[0]?.contentWindow ?? {}, "something else");
  page.frames[0]?.load();
  await vi.advanceTimersByTimeAsync(1000);
  expect(page.said).toEqual(["loaderror api_connection_error"]);
  expect(page.sent).toEqual([]);
  expect((await page.elements.submit()).error).toMatchObject({ type: "validation_error" });
});

test("a frame that never loads leaves the form loading, and one that was taken away says nothing", async () => {
  const { frames, said, element } = mounted();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toEqual([]);
  frames[0]?.load();
  element.destroy();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toEqual([]);
});

test("the form has the page's colours and follows them, the text on the accent too", async () => {
  const page = run();
  const appearance = (accessibleColorOnColorPrimary: string) => ({
    variables: { colorPrimary: "rgb(190, 194, 255)", accessibleColorOnColorPrimary, borderRadius: "8px" },
    rules: { ".Input": { borderColor: "rgb(140, 138, 150)" } },
  });
  const elements = page.stripe("pk_test_1").elements({ ...ORDER, appearance: appearance("white") });
  elements.create("payment").mount(page.place);
  // Before the form is there.
  await elements.update({ appearance: appearance("black") });
  const form = formThere(page);
  await elements.update({ appearance: appearance("navy") });
  const theme = { accent: "rgb(190, 194, 255)", radius: "8px", line: "rgb(140, 138, 150)" };
  expect(form.given).toMatchObject({ hasWallet: true, theme: { ...theme, onaccent: "black" } });
  await vi.waitFor(() =>
    expect(form.told).toEqual([{ call: "repaint", given: { ...theme, onaccent: "navy" } }]),
  );
});

test("a form that is taken away while it confirms leaves no answer open", async () => {
  const page = mounted();
  answering(formThere(page), { check: true });
  expect(await page.elements.submit()).toEqual({});
  const confirming = page.stripe("pk_test_1").confirmPayment({ elements: page.elements, ...CONFIRM });
  page.element.destroy();
  expect(await confirming).toMatchObject({ error: { type: "api_connection_error" } });
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
  const page = mounted();
  answering(formThere(page), { check: true, confirm: reply });
  expect(await page.elements.submit()).toEqual({});
  const confirmed = page.stripe("pk_test_1").confirmPayment({ elements: page.elements, ...CONFIRM });
  expect(await confirmed).toMatchObject(told);
});

test("in every language each form says that no real money moves", () => {
  const [first, ...others] = Object.values(words);
  for (const said of others) expect(Object.keys(said)).toEqual(Object.keys(first ?? {}));
  expect(new Set(Object.values(words).map(({ mark }) => mark)).size).toBe(5);
  for (const { mark } of Object.values(words)) expect(FORM).toContain(mark);
});
