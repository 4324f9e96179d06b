import type { PaymentSession } from "#features/payments/contract/api.ts";
import { toCardUnits } from "#features/quotes/domain/card-units.ts";
import { onLooksChange } from "#web/shell/looks-change.ts";
import { appearanceIn } from "./appearance.ts";
import type { Bank, BankReply, CardFormOptions } from "./bank.ts";

/**
 * Stripe's own form behind our `Bank`: it is drawn before anything is confirmed (a deferred intent), holds the card in
 * a frame of Stripe's, and asks the card's bank where that must be.
 *
 * @throws TypeError where the amount has no number at Stripe
 */
export function stripeBank(stripe: StripeScript, session: PaymentSession): Bank {
  const { amount } = session.payment;
  const count = toCardUnits(amount);
  if (count === undefined) throw new TypeError("an amount that Stripe cannot count");
  let elements: Elements | undefined;
  let current: PaymentElement | undefined;
  let running: Promise<BankReply> | undefined;

  const draw = (place: HTMLElement, options: CardFormOptions, isAgain: boolean): PaymentElement => {
    const drawn = stripe.elements({
      mode: "payment",
      amount: count,
      currency: amount.currency.toLowerCase(),
      captureMethod: "manual",
      allowedPaymentMethodTypes: ["card"],
      locale: options.locale,
      appearance: appearanceIn(place, options.theme),
    });
    const element = drawn.create("payment", {
      layout: "tabs",
      ...(session.wallets === false && NO_WALLETS),
    });
    element.on("ready", () => elements === drawn && options.onReady?.());
    element.on("loaderror", ({ error }) => {
      if (elements !== drawn) return;
      if (error?.type === "invalid_request_error") return options.onTrouble?.("not-available");
      if (isAgain) return options.onTrouble?.("not-loaded");
      element.destroy();
      current = draw(place, options, true);
    });
    elements = drawn;
    element.mount(place);
    return element;
  };

  return {
    mountCard(place, options) {
      current?.destroy();
      current = draw(place, options, false);
      const stopFollowing = onLooksChange(() =>
        elements?.update({ appearance: appearanceIn(place, options.theme) }),
      );
      return {
        focus: () => current?.focus(),
        fill: (number) => current?.fill?.(number),
        destroy: () => {
          stopFollowing();
          current?.destroy();
          current = undefined;
          elements = undefined;
        },
      };
    },
    confirm({ clientSecret, before }) {
      running ??= confirm(stripe, elements, { clientSecret, before }).finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

const NO_WALLETS = { wallets: { applePay: "never", googlePay: "never", link: "never" } };

interface Press {
  readonly clientSecret: string;
  readonly before: (() => Promise<boolean>) | undefined;
}

/** The form is read before anything is awaited: Stripe's script wants it so. */
async function confirm(
  stripe: StripeScript,
  elements: Elements | undefined,
  { clientSecret, before }: Press,
): Promise<BankReply> {
  if (!elements) return { error: { code: "incomplete" } };
  try {
    const { error: unfinished } = await elements.submit();
    if (unfinished) return replyOf(unfinished);
    if (before && !(await before())) return { error: { code: "stopped" } };
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      clientSecret,
      redirect: "if_required",
      confirmParams: { return_url: location.origin + location.pathname },
    });
    return error ? replyOf(error) : { status: String(paymentIntent?.status) };
  } catch {
    return NO_ANSWER;
  }
}

/** It may have happened: only our server's question to Stripe decides. */
const NO_ANSWER: BankReply = { error: { code: "no_answer" } };

function replyOf({ type, code, decline_code: decline, payment_intent: intent }: StripeError): BankReply {
  if (type === "validation_error") return { error: { code: "incomplete" } };
  if (type === "card_error") return { error: { code: decline ?? code ?? "card_declined" } };
  if (type !== "invalid_request_error") return NO_ANSWER;
  if (intent?.status === "requires_capture" || intent?.status === "succeeded")
    return { status: intent.status };
  return { error: { code: code ?? "refused" } };
}

export interface StripeError {
  readonly type?: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly payment_intent?: { readonly status?: string };
}

export interface PaymentElement {
  mount(place: HTMLElement): void;
  on(event: "ready" | "loaderror", listener: (event: { readonly error?: StripeError }) => void): unknown;
  focus(): void;
  destroy(): void;
  /** Only the sandbox has it: types a demo card. */
  fill?(number: string): void;
}

export interface Elements {
  create(type: "payment", options: object): PaymentElement;
  update(options: { readonly appearance: object }): unknown;
  submit(): Promise<{ readonly error?: StripeError }>;
}

export interface StripeScript {
  elements(options: object): Elements;
  confirmPayment(order: object): Promise<{
    readonly paymentIntent?: { readonly status?: string };
    readonly error?: StripeError;
  }>;
}
