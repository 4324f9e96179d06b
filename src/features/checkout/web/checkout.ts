import { call } from "#web/api/call.ts";
import { pause } from "#web/api/pause.ts";
import { isProblem } from "#web/api/problem.ts";
import { paymentsApi, type Payment, type PaymentSession } from "#features/payments/contract/api.ts";
import type { PaymentProblemCode } from "#features/payments/contract/payment-problems.ts";
import { type Bank, type BankReply, type FormTrouble, isMakerOf, makeBank } from "./bank.ts";
import {
  firstAnswer,
  LONG_MS,
  LOOKS_MS,
  SAFE_AGAIN_MS,
  type Verdict,
  nthOf,
  verdictOf,
} from "./silence-timer.ts";
import { loadScript, type ScriptTrouble } from "./load-script.ts";
import { tellScriptNews } from "./script-news.ts";
import { endReason, problemOfError } from "./problem-of.ts";

export type Note =
  | { readonly kind: "declined"; readonly decline: PaymentProblemCode; readonly triesLeft: number }
  | { readonly kind: "window-closed" | "nothing-held" };

interface Open {
  readonly session: PaymentSession;
  readonly bank: Bank;
  /** Makes the form anew, where the script owes an answer that nobody waits for any more. */
  readonly renew: () => Promise<Bank | FormTrouble>;
  readonly triesLeft: number;
}

export type CheckoutState =
  | { readonly at: "opening" }
  | { readonly at: "loading"; readonly offline: boolean }
  | { readonly at: "no-script"; readonly reason: ScriptTrouble | FormTrouble }
  | { readonly at: "refused"; readonly error: unknown }
  /** The order ended while the bank was asked; nothing is taken. */
  | { readonly at: "over"; readonly code: PaymentProblemCode }
  | { readonly at: "ready"; readonly open: Open; readonly note: Note | undefined }
  /** `isSilent`: the provider's script owes its answer for longer than usual. */
  | { readonly at: "working"; readonly open: Open; readonly isSilent?: boolean }
  /** The outcome is unknown: no second try until the bank has answered. */
  | { readonly at: "checking"; readonly open: Open; readonly long: boolean }
  | { readonly at: "paid" };

export interface Checkout {
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => CheckoutState;
  /** Opens the payment and loads the provider's script; again after trouble. @returns what stops it */
  readonly start: () => () => void;
  readonly pay: () => void;
  /** Pays here, although it was begun elsewhere: a confirmation there is not waited for. */
  readonly takeOver: () => void;
  /** Goes on where what was begun in another browser is over. */
  readonly lookElsewhere: () => void;
  /** The form itself says that it cannot be shown. */
  readonly fail: (trouble: FormTrouble) => void;
}

/**
 * One payment before one person: believes only the server, and never offers a second try while one is unresolved.
 *
 * @param returned the payer comes back from the card's bank: what the address says of it is not believed, but the
 *   answer may still be on its way
 * @param paymentId which payment of the order, where it is not the booking's
 */
export function openCheckout(
  orderId: string,
  headers: Readonly<Record<string, string>>,
  returned = false,
  paymentId?: string,
): Checkout {
  const which = { id: orderId, ...(paymentId !== undefined && { paymentId }) };
  const listeners = new Set<() => void>();
  let state: CheckoutState = { at: "opening" };
  let life = new AbortController();
  let isReturning = returned;
  let isHere = returned;
  /** The bank's confirmation was begun in this tab, or the payer chose to pay here. */
  let isOwn = returned;
  const show = (next: CheckoutState, signal: AbortSignal): void => {
    if (signal.aborted) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const look = async (signal: AbortSignal, { session: { payment }, triesLeft }: Open): Promise<Verdict> => {
    const asked = { id: orderId, paymentId: payment.id };
    return verdictOf(await call(paymentsApi.checkPayment, asked, { signal, headers }), triesLeft);
  };

  /** Another browser was faster: its payer is asked to confirm. Where nobody answers, the one intent keeps the money safe. */
  const isBegunElsewhere = async (signal: AbortSignal, { session: { payment } }: Open): Promise<boolean> => {
    if (isOwn) return false;
    const asked = { id: orderId, paymentId: payment.id };
    try {
      const { state } = await call(paymentsApi.readPayment, asked, { signal, headers });
      if (state !== "action_required") return false;
      return (await call(paymentsApi.checkPayment, asked, { signal, headers })).asks === true;
    } catch {
      return signal.aborted;
    }
  };

  const prepare = async (signal: AbortSignal): Promise<CheckoutState> => {
    const session = await call(
      paymentsApi.openPayment,
      { ...which, ...(isHere && { here: true }) },
      { signal, headers },
    );
    isOwn ||= isHere;
    isHere = false;
    const { triesLeft } = session.payment;
    if (verdictOf(session.payment, triesLeft).kind === "paid") return { at: "paid" };
    show({ at: "loading", offline: false }, signal);
    const script = await loadScript(session.scriptUrl, {
      global: session.global,
      usable: (value) => isMakerOf(session.scriptUrl, value),
      onEnd: tellScriptNews,
      onOffline: (offline) => show({ at: "loading", offline }, signal),
    });
    if (!script.ok) return { at: "no-script", reason: script.reason };
    const { value } = script;
    if (!isMakerOf(session.scriptUrl, value)) return { at: "no-script", reason: "foreign-global" };
    const renew = () => makeBank(value, session);
    const bank = await renew();
    if (typeof bank === "string") return { at: "no-script", reason: bank };
    const open = { session, bank, renew, triesLeft };
    if (isReturning && session.payment.state === "action_required") {
      isReturning = false;
      return settle(open, {}, signal);
    }
    return { at: "ready", open, note: undefined };
  };

  const charge = async (open: Open, signal: AbortSignal): Promise<CheckoutState> => {
    const { session, bank } = open;
    let isLate = false;
    const before = async (): Promise<boolean> => {
      isLate = await isBegunElsewhere(signal, open);
      isOwn ||= !isLate;
      return !isLate;
    };
    const { clientSecret } = session;
    const { reply, verdict } = await firstAnswer({
      reply: bank.confirm({ clientSecret, before }),
      ask: () => look(signal, open).catch(unlessClear),
      onSilence: () => show({ at: "working", open, isSilent: true }, signal),
      signal,
    });
    if (verdict) return withNewForm(after(verdict, open, {}));
    if (isLate) return { at: "opening" };
    if (reply.error?.code === "incomplete") return { at: "ready", open, note: undefined };
    return settle(open, reply, signal);
  };

  /** Looks until the server knows what became of it. */
  const settle = async (open: Open, reply: BankReply, signal: AbortSignal): Promise<CheckoutState> => {
    const began = Date.now();
    for (let n = 0; ; n += 1) {
      const waited = Date.now() - began;
      const verdict = await look(signal, open).catch(unlessClear);
      if (verdict && (verdict.kind !== "nothing" || !isUnknown(reply) || waited > SAFE_AGAIN_MS))
        return after(verdict, open, reply);
      show({ at: "checking", open, long: waited > LONG_MS }, signal);
      await pause(nthOf(LOOKS_MS, n), signal);
    }
  };

  const run = (work: (signal: AbortSignal) => Promise<CheckoutState>): void => {
    const { signal } = life;
    const told = async (reached: CheckoutState): Promise<CheckoutState> =>
      reached.at === "over"
        ? { at: "over", code: await endReason(orderId, reached.code, { signal, headers }) }
        : reached;
    work(signal)
      .then(told)
      .then(
        (reached) => (reached.at === "opening" ? void (signal.aborted || start()) : show(reached, signal)),
        (error: unknown) => show(isPaidBefore(error) ? { at: "paid" } : { at: "refused", error }, signal),
      );
  };
  const start = (): (() => void) => {
    life.abort();
    life = new AbortController();
    const mine = life;
    show({ at: "opening" }, life.signal);
    run(prepare);
    return () => mine.abort();
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    start,
    pay: () => {
      if (state.at !== "ready") return;
      const { open } = state;
      show({ at: "working", open }, life.signal);
      run((signal) => charge(open, signal));
    },
    takeOver: () => {
      isHere = true;
      start();
    },
    lookElsewhere: () => {
      const { signal } = life;
      const goOn = ({ asks }: Payment) => (asks === true || signal.aborted ? undefined : void start());
      call(paymentsApi.checkPayment, which, { signal, headers }).then(goOn, () => undefined);
    },
    fail: (reason) => {
      if (state.at === "ready") show({ at: "no-script", reason }, life.signal);
    },
  };
}

/** Another tab was faster. */
const isPaidBefore = (error: unknown): boolean => problemOfError(error)?.code === "pay.already-paid";

/** Refusals are clear; silence of our own server is met by asking again. */
function unlessClear(error: unknown): undefined {
  if (isProblem(error) && error.status >= 400 && error.status < 500 && error.status !== 429) throw error;
  return undefined;
}

/** After silence "nothing is held" counts only once a late packet can no longer change it. */
const isUnknown = (reply: BankReply): boolean =>
  reply.error?.code === "no_answer" || (reply.error === undefined && reply.status !== "requires_capture");

/** Stripe's code where the holder closed the bank's window; a refusal there is a decline that our server sees. */
const WINDOW_CLOSED = "payment_intent_authentication_failure";

function after(verdict: Verdict, open: Open, reply: BankReply): CheckoutState {
  switch (verdict.kind) {
    case "paid":
      return { at: "paid" };
    case "over":
      if (!verdict.letGo) return { at: "opening" };
      return { at: "over", code: reply.error ? "sca.abandoned" : "slot.lost" };
    case "declined":
      return { at: "ready", open: { ...open, triesLeft: verdict.triesLeft }, note: verdict };
    case "nothing": {
      const kind = reply.error?.code === WINDOW_CLOSED ? "window-closed" : "nothing-held";
      return { at: "ready", open, note: { kind } };
    }
  }
}

/** The script that still owes an answer takes no further press: its form is made anew. */
async function withNewForm(reached: CheckoutState): Promise<CheckoutState> {
  if (reached.at !== "ready") return reached;
  const bank = await reached.open.renew();
  if (typeof bank === "string") return { at: "no-script", reason: bank };
  return { ...reached, open: { ...reached.open, bank } };
}
