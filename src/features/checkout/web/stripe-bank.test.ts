import { expect, test, vi } from "vitest";
import type { PaymentSession } from "#features/payments/contract/api.ts";
import { sessionOf } from "#test/support/paying/samples.ts";
import type { FormTrouble } from "./bank.ts";
import { firstAnswer } from "./silence-timer.ts";
import { type StripeScript, stripeBank } from "./stripe-bank.ts";

const amount = { minor: 500, currency: "ISK" };
const session: PaymentSession = { ...sessionOf({ amount }), provider: "stripe" };

type Answer = Awaited<ReturnType<StripeScript["confirmPayment"]>>;

/** A script of Stripe's shape that notes what is asked of it. */
function script(
  answers: {
    submit?: Answer["error"];
    submits?: () => Promise<{ error?: NonNullable<Answer["error"]> }>;
    confirm?: () => Promise<Answer>;
  } = {},
  more: Partial<PaymentSession> = {},
) {
  const asked: string[] = [];
  const options: object[] = [];
  const created: object[] = [];
  const failing: ((event: { error?: { type: string } }) => void)[] = [];
  const stripe: StripeScript = {
    elements(given) {
      options.push(given);
      return {
        create: (_type, more) => ({
          mount: () => {
            created.push(more);
            asked.push("mount");
          },
          on: (event, listener) => void (event === "loaderror" && failing.push(listener)),
          focus: () => undefined,
          destroy: () => void asked.push("destroy"),
        }),
        update: () => asked.push("update"),
        submit: () => {
          asked.push("submit");
          if (answers.submits) return answers.submits();
          return Promise.resolve(answers.submit ? { error: answers.submit } : {});
        },
      };
    },
    confirmPayment: (order) => {
      asked.push(`confirm ${JSON.stringify(order)}`);
      return answers.confirm?.() ?? Promise.resolve({ paymentIntent: { status: "requires_capture" } });
    },
  };
  const troubles: FormTrouble[] = [];
  const bank = stripeBank(stripe, { ...session, ...more });
  const mount = () =>
    bank.mountCard(document.body.appendChild(document.createElement("div")), {
      locale: "de",
      theme: { ink: "rgb(1, 2, 3)", onaccent: "rgb(4, 5, 6)", line: "rgb(9, 9, 9)", radius: "7px" },
      onTrouble: (trouble) => troubles.push(trouble),
    });
  return { bank, mount, asked, options, created, failing, troubles };
}
const press = (bank: ReturnType<typeof script>["bank"]) =>
  bank.confirm({ clientSecret: session.clientSecret });

test("the form is told the amount as Stripe counts it, to hold and not to take, cards alone", () => {
  const { mount, options } = script();
  mount();
  expect(options).toEqual([
    {
      mode: "payment",
      amount: 50_000,
      currency: "isk",
      captureMethod: "manual",
      allowedPaymentMethodTypes: ["card"],
      locale: "de",
      appearance: {
        theme: "stripe",
        variables: expect.objectContaining({
          colorText: "rgb(1, 2, 3)",
          accessibleColorOnColorPrimary: "rgb(4, 5, 6)",
          borderRadius: "7px",
        }),
        rules: { ".Input": { borderColor: "rgb(9, 9, 9)" } },
      },
    },
  ]);
});

test("a press reads the form before anything is awaited, and two presses are one", async () => {
  const { bank, mount, asked } = script();
  mount();
  const presses = [press(bank), press(bank)];
  expect(asked).toEqual(["mount", "submit"]);
  expect(await Promise.all(presses)).toEqual([
    { status: "requires_capture" },
    { status: "requires_capture" },
  ]);
  expect(asked.filter((one) => one.startsWith("confirm"))).toHaveLength(1);
  expect(asked.at(-1)).toContain('"clientSecret":"pi_1_secret_x"');
  expect(asked.at(-1)).toContain('"redirect":"if_required"');
});

test("a form that is not filled in asks nobody", async () => {
  const { bank, mount, asked } = script({ submit: { type: "validation_error" } });
  expect(await press(bank)).toEqual({ error: { code: "incomplete" } });
  mount();
  expect(await press(bank)).toEqual({ error: { code: "incomplete" } });
  expect(asked).toEqual(["mount", "submit"]);
});

const fails = (said: NonNullable<Answer["error"]>) => async () => ({ error: said });
const coded = (code: string) => ({ error: { code } });
const DECLINED = { type: "card_error", code: "card_declined", decline_code: "lost_card" };
const UNCONFIRMED = { type: "invalid_request_error", code: "payment_intent_authentication_failure" };
const HELD = { type: "invalid_request_error", payment_intent: { status: "requires_capture" } };
test.each<[string, () => Promise<Answer>, object]>([
  ["a decline", fails(DECLINED), coded("lost_card")],
  ["a decline without a reason", fails({ type: "card_error" }), coded("card_declined")],
  ["a confirmation that failed", fails(UNCONFIRMED), coded("payment_intent_authentication_failure")],
  ["an intent that holds already", fails(HELD), { status: "requires_capture" }],
  ["no connection", fails({ type: "api_connection_error" }), coded("no_answer")],
  ["an error of Stripe's own", fails({ type: "api_error" }), coded("no_answer")],
  ["an error of a new kind", fails({}), coded("no_answer")],
  ["a script that throws", () => Promise.reject(new Error("broken")), coded("no_answer")],
])("%s is told in our words", async (_says, confirm, reply) => {
  const { bank, mount } = script({ confirm });
  mount();
  expect(await press(bank)).toEqual(reply);
});

const never = () => new Promise<never>(() => undefined);
test.each([
  ["submit", { submits: never }],
  ["confirm", { confirm: never }],
])(
  "a %s that never answers is told within 15 s, and our server is asked meanwhile",
  async (_which, answers) => {
    vi.useFakeTimers();
    const { bank, mount } = script(answers);
    mount();
    const [onSilence, ask] = [vi.fn<() => void>(), vi.fn<() => Promise<undefined>>(async () => undefined)];
    const page = new AbortController();
    const waits = firstAnswer({ reply: press(bank), ask, onSilence, signal: page.signal }).catch(
      () => "left",
    );
    await vi.advanceTimersByTimeAsync(15_000);
    expect(onSilence).toHaveBeenCalledOnce();
    expect(ask).toHaveBeenCalled();
    page.abort();
    expect(await waits).toBe("left");
    vi.useRealTimers();
  },
);

test("a form that loads in part is drawn once more, then told; one that Stripe refuses is told at once", () => {
  const network = script();
  network.mount();
  network.failing[0]?.({ error: { type: "api_connection_error" } });
  expect(network.troubles).toEqual([]);
  expect(network.asked).toEqual(["mount", "destroy", "mount"]);
  network.failing[1]?.({ error: { type: "api_connection_error" } });
  expect(network.troubles).toEqual(["not-loaded"]);
  const refused = script();
  refused.mount();
  refused.failing[0]?.({ error: { type: "invalid_request_error" } });
  expect(refused.troubles).toEqual(["not-available"]);
});

test("a form follows the page's colours; one that is gone says nothing more", async () => {
  const { mount, failing, troubles, asked } = script();
  const form = mount();
  document.documentElement.dataset["theme"] = "dark";
  await vi.waitFor(() => expect(asked).toEqual(["mount", "update"]));
  form.destroy();
  failing[0]?.({});
  expect(troubles).toEqual([]);
  expect(asked).toEqual(["mount", "update", "destroy"]);
});

test("an amount that Stripe cannot count has no form", () => {
  const dinars = sessionOf({ amount: { minor: 5124, currency: "KWD" } });
  expect(() => stripeBank(script().bank as never, dinars)).toThrow("cannot count");
});

test("wallets stand beside the form unless the operator wants none", () => {
  const open = (wallets: boolean | undefined) => {
    const { mount, created } = script({}, wallets === undefined ? {} : { wallets });
    mount();
    return created[0];
  };
  for (const wallets of [undefined, true]) expect(open(wallets)).toEqual({ layout: "tabs" });
  expect(open(false)).toEqual({
    layout: "tabs",
    wallets: { applePay: "never", googlePay: "never", link: "never" },
  });
});
