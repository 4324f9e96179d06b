import type { PaymentSession } from "#features/payments/contract/api.ts";

export interface BankReply {
  readonly status?: string;
  readonly error?: { readonly code: string };
}

export interface CardForm {
  focus(): void;
  destroy(): void;
  /** Only the sandbox has it: types a demo card. */
  fill?(number: string): void;
}

/**
 * The script came and its form did not: for want of a network, or because the provider refuses the order or our keys.
 */
export type FormTrouble = "not-loaded" | "not-available" | "wrong-version";

export interface CardFormOptions {
  readonly locale: string;
  readonly theme: Readonly<Record<string, string>>;
  readonly onReady?: () => void;
  readonly onTrouble?: (trouble: FormTrouble) => void;
}

/** The part of the provider's script that we use; its card form keeps the card to itself. */
export interface Bank {
  mountCard(element: HTMLElement, options: CardFormOptions): CardForm;
  /** `before` runs once the form is complete: a no of it ends the try as `stopped`. */
  confirm(input: { clientSecret: string; before?: () => Promise<boolean> }): Promise<BankReply>;
}

type Maker = (publicKey: string) => unknown;

/**
 * True for a function under the provider's own name that says the version of its address, or none. An address names
 * its version by its last folder: `/endive/stripe.js`; Stripe's third version says `3` where its address says `v3`.
 */
export function isMakerOf(scriptUrl: string, value: unknown): value is Maker {
  if (typeof value !== "function") return false;
  const said: unknown = Reflect.get(value, "version");
  const wanted = new URL(scriptUrl, location.href).pathname.split("/").at(-2);
  return said === undefined || said === wanted || (typeof said === "number" && `v${said}` === wanted);
}

const CALLS = ["elements", "confirmPayment"] as const;

const hasCalls = (made: unknown, names: readonly string[]): boolean =>
  typeof made === "object" &&
  made !== null &&
  names.every((name) => typeof Reflect.get(made, name) === "function");

/**
 * Makes the provider's form behind our `Bank`, or names the fault. Safe: the methods of the script's object were
 * checked, and an error of each is met where it is used.
 */
export async function makeBank(maker: Maker, session: PaymentSession): Promise<Bank | FormTrouble> {
  const part = await import("./stripe-bank.ts").catch(() => undefined);
  if (!part) return "not-loaded";
  try {
    const made = maker(session.publicKey);
    return hasCalls(made, CALLS)
      ? part.stripeBank(made as Parameters<typeof part.stripeBank>[0], session)
      : "wrong-version";
  } catch {
    return "not-available";
  }
}

/** Draws the form, or says why it cannot be drawn: a call that the script lacks is of another version. */
export function drawForm(bank: Bank, place: HTMLElement, options: CardFormOptions): CardForm | FormTrouble {
  try {
    return bank.mountCard(place, options);
  } catch (error) {
    return error instanceof TypeError ? "wrong-version" : "not-available";
  }
}

/** Our colours by role and our roundness: the card form follows the theme, the contrast and the dark. */
export const BANK_THEME = {
  ink: "var(--ink)",
  quiet: "var(--ink-quiet)",
  line: "var(--edge)",
  field: "var(--paper-1)",
  paper: "var(--paper-1)",
  accent: "var(--primary)",
  onaccent: "var(--on-primary)",
  error: "var(--danger)",
  radius: "var(--round)",
} as const;
