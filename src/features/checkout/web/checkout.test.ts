import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Problem } from "#web/api/problem.ts";
import { paymentOf, sessionOf } from "#test/support/paying/samples.ts";
import type { BankReply } from "./bank.ts";
import { openCheckout, type CheckoutState } from "./checkout.ts";

const calls = vi.hoisted(() => ({
  answers: [] as (() => Promise<unknown>)[],
  asked: [] as string[],
  script: undefined as unknown,
}));
vi.mock("#web/api/call.ts", () => ({
  call: (endpoint: { id: string }) => {
    calls.asked.push(endpoint.id);
    const answer = calls.answers.shift();
    return answer ? answer() : Promise.reject(new Error(`nothing planned for ${endpoint.id}`));
  },
}));
/** Each script of these tests makes a bank by itself. */
vi.mock("./stripe-bank.ts", () => ({ stripeBank: (made: unknown) => made }));
beforeAll(() => import("./stripe-bank.ts"));
vi.mock("./load-script.ts", () => ({ loadScript: () => Promise.resolve(calls.script) }));

const says = (value: unknown) => () => Promise.resolve(value);
const refuses =
  (code: string, status: number, facts: Record<string, string> = {}) =>
  () =>
    Promise.reject(new Problem(code, { status, facts }));

/** The script owes its answer for ever. */
const NEVER = new Promise<BankReply>(() => undefined);
let replies: (BankReply | Promise<BankReply>)[] = [];
let confirms = 0;
let made = 0;
const bank = () => {
  made += 1;
  return madeBank;
};
const madeBank = {
  elements: () => undefined,
  confirmPayment: () => undefined,
  mountCard: () => ({ focus: () => undefined, destroy: () => undefined }),
  confirm: async ({ before }: { before?: () => Promise<boolean> }) => {
    if (before && !(await before())) return { error: { code: "stopped" } };
    confirms += 1;
    return replies.shift() ?? {};
  },
};
beforeEach(() => {
  vi.useFakeTimers();
  calls.answers = [];
  calls.asked = [];
  calls.script = { ok: true, value: bank };
  replies = [];
  confirms = 0;
  made = 0;
});
afterEach(() => vi.useRealTimers());

/** Before its first press a page asks whether another browser was faster. */
const free = says(paymentOf());
const held = says(paymentOf({ state: "authorized" }));
const turn = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
async function opened(...answers: (() => Promise<unknown>)[]) {
  const checkout = await started([says(sessionOf()), ...answers]);
  expect(checkout.state().at).toBe("ready");
  return checkout;
}
/** Presses the button to pay, and lets what is answered at once come in. */
async function press(checkout: Awaited<ReturnType<typeof opened>>, ms = 0): Promise<void> {
  checkout.pay();
  await turn(ms);
}
/** Opens the checkout with these answers of our server. */
async function started(answers: (() => Promise<unknown>)[], returned = false) {
  calls.answers = answers;
  const checkout = openCheckout("o", {}, returned);
  checkout.start();
  await turn();
  return checkout;
}
const noteOf = (state: CheckoutState) => (state.at === "ready" ? state.note : undefined);

test("a held card is believed only from our server", async () => {
  const checkout = await opened(free, held);
  replies = [{ status: "requires_capture" }];
  checkout.pay();
  expect(checkout.state().at).toBe("working");
  await turn();
  expect(checkout.state().at).toBe("paid");
  expect(calls.asked).toEqual(["openPayment", "readPayment", "checkPayment"]);
});

test("a decline is told with the tries that are left, and the same form takes another card", async () => {
  const declined = paymentOf({ state: "failed", decline: "pay.insufficient-funds", triesLeft: 4 });
  const checkout = await opened(free, says(declined), held);
  replies = [{ error: { code: "insufficient_funds" } }, { status: "requires_capture" }];
  await press(checkout);
  const note = { kind: "declined", decline: "pay.insufficient-funds", triesLeft: 4 };
  expect(noteOf(checkout.state())).toMatchObject(note);
  await press(checkout);
  expect(checkout.state().at).toBe("paid");
});

test("pay.unknown: while nobody knows, it says that it checks and takes no second press", async () => {
  const silent = refuses("payments.provider-silent", 503);
  const checkout = await opened(free, silent, silent, free, held);
  replies = [{ error: { code: "no_answer" } }];
  await press(checkout);
  expect(checkout.state()).toMatchObject({ at: "checking", long: false });
  await press(checkout, 1_000);
  await press(checkout, 2_000);
  expect(checkout.state().at).toBe("checking");
  await turn(3_000);
  expect(checkout.state().at).toBe("paid");
  expect(confirms).toBe(1);
});

test("pay.silent: a script that never answers is told after 12 s, and our server's word ends the wait", async () => {
  const checkout = await opened(free, free, free, held);
  replies = [NEVER];
  await press(checkout, 11_000);
  expect(checkout.state()).toMatchObject({ at: "working" });
  expect(checkout.state()).not.toHaveProperty("isSilent");
  await turn(1_000);
  expect(checkout.state()).toMatchObject({ at: "working", isSilent: true });
  await turn(9_000);
  expect(checkout.state().at).toBe("paid");
});

test("a decline that only our server knows leads back to a form of its own making", async () => {
  const declined = paymentOf({ state: "failed", decline: "pay.declined", triesLeft: 4 });
  const checkout = await opened(free, says(declined), held);
  replies = [NEVER, { status: "requires_capture" }];
  await press(checkout, 7_000);
  expect(noteOf(checkout.state())).toMatchObject({ kind: "declined", triesLeft: 4 });
  expect(made).toBe(2);
  await press(checkout);
  expect(checkout.state().at).toBe("paid");
});

test("who starts again does not hear the answer that comes late", async () => {
  const checkout = await opened(free, free, free);
  replies = [NEVER];
  await press(checkout, 12_000);
  calls.answers = [says(sessionOf())];
  checkout.start();
  await turn();
  expect(checkout.state()).toMatchObject({ at: "ready", note: undefined });
  const before = calls.asked.length;
  await turn(60_000);
  expect(calls.asked.length).toBe(before);
});

test("back from the bank's own page it looks until the answer is in, and takes no press before", async () => {
  const checkout = await started(
    [says(sessionOf({ state: "action_required" })), says(paymentOf({ state: "action_required" })), held],
    true,
  );
  expect(checkout.state().at).toBe("checking");
  await press(checkout, 1_000);
  expect(checkout.state().at).toBe("paid");
  expect(confirms).toBe(0);
});

test("only when a late packet can no longer arrive is another try offered after silence", async () => {
  const checkout = await opened(free, ...Array.from({ length: 9 }, () => free));
  replies = [{ error: { code: "no_answer" } }];
  await press(checkout, 24_000);
  expect(checkout.state()).toMatchObject({ at: "checking", long: true });
  await turn(8_000);
  expect(noteOf(checkout.state())).toEqual({ kind: "nothing-held" });
});

test("an older decline is no answer to a press that got none", async () => {
  const old = paymentOf({ state: "failed", decline: "pay.declined", triesLeft: 5 });
  const checkout = await opened(free, says(old), held);
  replies = [{ error: { code: "no_answer" } }];
  await press(checkout);
  expect(checkout.state().at).toBe("checking");
  await turn(1_000);
  expect(checkout.state().at).toBe("paid");
});

test("closing the bank's window says so and lets one press again", async () => {
  const checkout = await opened(free, says(paymentOf({ state: "action_required" })));
  replies = [{ error: { code: "payment_intent_authentication_failure" } }];
  await press(checkout);
  expect(noteOf(checkout.state())).toEqual({ kind: "window-closed" });
});

test("wallet.cancelled, form.incomplete: what ends in the form itself asks nobody and says nothing", async () => {
  const checkout = await opened(free);
  replies = [{ error: { code: "incomplete" } }];
  await press(checkout);
  expect(checkout.state()).toMatchObject({ at: "ready", note: undefined });
  expect(calls.asked).toEqual(["openPayment", "readPayment"]);
});

test("pay.already-paid: an order that another tab paid is paid here too; one that is over is told", async () => {
  for (const [state, at] of [
    ["confirmed", "paid"],
    ["expired", "refused"],
  ] as const) {
    calls.answers = [refuses("payments.order-closed", 409, { state })];
    const checkout = openCheckout("o", {});
    checkout.start();
    await turn();
    expect(checkout.state().at).toBe(at);
  }
});

test.each([
  ["slot.lost", "expired", { status: "requires_capture" }],
  ["sca.abandoned", "expired", { error: { code: "unexpected" } }],
  ["booking.given-up", "cancelled", { status: "requires_capture" }],
  ["booking.given-up", "cancelled", { error: { code: "unexpected" } }],
])("%s is said of an order that is %s when the bank answers %o", async (code, state, reply) => {
  const checkout = await opened(free, says(paymentOf({ state: "voided" })), says({ state }));
  replies = [reply];
  await press(checkout);
  expect(checkout.state()).toEqual({ at: "over", code });
  expect(calls.asked.at(-1)).toBe("readOrder");
});

test("where our server does not say why the order ended, that nothing is taken is still said", async () => {
  const gone = refuses("deliveries.not-found", 404);
  const checkout = await opened(free, says(paymentOf({ state: "voided" })), gone);
  replies = [{ status: "requires_capture" }];
  await press(checkout);
  expect(checkout.state()).toEqual({ at: "over", code: "slot.lost" });
});

test("trouble with the script keeps its reason, and starting again may succeed", async () => {
  calls.script = { ok: false, reason: "blocked", trail: [] };
  const checkout = await started([says(sessionOf()), says(sessionOf())]);
  expect(checkout.state()).toEqual({ at: "no-script", reason: "blocked" });
  calls.script = { ok: true, value: bank };
  checkout.start();
  await turn();
  expect(checkout.state().at).toBe("ready");
});

test("a form that the provider will not make, or that says so later, is told as such", async () => {
  calls.script = {
    ok: true,
    value: () => {
      throw new TypeError("a public key is needed");
    },
  };
  const checkout = await started([says(sessionOf()), says(sessionOf())]);
  expect(checkout.state()).toEqual({ at: "no-script", reason: "not-available" });
  checkout.fail("not-loaded");
  expect(checkout.state()).toEqual({ at: "no-script", reason: "not-available" });
  calls.script = { ok: true, value: bank };
  checkout.start();
  await turn();
  checkout.fail("not-loaded");
  expect(checkout.state()).toEqual({ at: "no-script", reason: "not-loaded" });
});

test("after the last decline the checkout opens anew and says why nothing more is taken", async () => {
  const checkout = await opened(
    free,
    says(paymentOf({ state: "failed_final", triesLeft: 0 })),
    refuses("payments.too-many-tries", 409),
  );
  replies = [{ error: { code: "card_declined" } }];
  await press(checkout);
  expect(checkout.state()).toMatchObject({ at: "refused", error: { code: "payments.too-many-tries" } });
});

const asking = says(paymentOf({ state: "action_required", asks: true }));
const elsewhere = refuses("payments.paying-elsewhere", 409);

test("another browser whose payer is asked to confirm was faster: the press hands over no card, and says so", async () => {
  const checkout = await opened(asking, asking, elsewhere);
  await press(checkout);
  expect(checkout.state()).toMatchObject({ at: "refused", error: { code: "payments.paying-elsewhere" } });
  expect(confirms).toBe(0);
  calls.answers = [asking];
  checkout.lookElsewhere();
  await turn();
  expect(checkout.state().at).toBe("refused");
  calls.answers = [free, says(sessionOf({ state: "failed" }))];
  checkout.lookElsewhere();
  await turn();
  expect(checkout.state().at).toBe("ready");
});

test("a confirmation that is over keeps nobody, nor does one that was begun here or that the payer takes over", async () => {
  const over = says(paymentOf({ state: "action_required" }));
  const checkout = await opened(over, over, over, asking);
  const closed = { error: { code: "payment_intent_authentication_failure" } };
  replies = [closed, closed];
  await press(checkout);
  await press(checkout);
  expect(confirms).toBe(2);

  calls.answers = [elsewhere];
  const other = openCheckout("o", {});
  other.start();
  await turn();
  expect(other.state().at).toBe("refused");
  calls.answers = [says(sessionOf({ state: "action_required" })), held];
  other.takeOver();
  await turn();
  replies = [{ status: "requires_capture" }];
  other.pay();
  await turn();
  expect(other.state().at).toBe("paid");
});

test("where our own server is silent before a press, the one intent keeps the money safe and the press goes on", async () => {
  const checkout = await opened(refuses("http.timeout", 0), held);
  replies = [{ status: "requires_capture" }];
  await press(checkout);
  expect(checkout.state().at).toBe("paid");
});
