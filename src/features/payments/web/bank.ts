import type { PaymentSession } from "../contract/api.ts";
import type { StripeScript } from "./stripe-bank.ts";

/** What became of a press on "Pay", in the provider's own words. */
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
export type FormTrouble = "not-loaded" | "not-available";

export interface CardFormOptions {
  readonly locale: string;
  readonly theme: Readonly<Record<string, string>>;
  readonly onTrouble?: (trouble: FormTrouble) => void;
  /** Lets the form show the cards that are kept for the payer. */
  readonly cards?: string | undefined;
}

/** The part of the provider's script that we use; its card form keeps the card to itself. */
export interface Bank {
  mountCard(element: HTMLElement, options: CardFormOptions): CardForm;
  /** `before` runs once the form is complete: a no of it ends the try as `not-kept`. */
  confirm(input: { clientSecret: string; before?: () => Promise<boolean> }): Promise<BankReply>;
  /** Whether the card that is typed is to be kept: forms that must know it before. */
  keep?(wish: KeepWish): void;
}

/** `away`: kept, and it may be charged while its holder is away. */
export type KeepWish = boolean | "away";

type Maker = (publicKey: string) => unknown;

/** Only a function under the provider's own name is taken for the provider's. */
export const isMaker = (value: unknown): value is Maker => typeof value === "function";

/**
 * The provider's form behind our `Bank`, or why there is none. Safe: what the script under that name makes has these
 * calls, and an error of each is met where it is used.
 */
export async function makeBank(maker: Maker, session: PaymentSession): Promise<Bank | FormTrouble> {
  const { provider, publicKey } = session;
  const part =
    provider === "stripe" ? await import("./stripe-bank.ts").catch(() => "not-loaded" as const) : undefined;
  if (part === "not-loaded") return part;
  try {
    const made = maker(publicKey);
    return part ? part.stripeBank(made as StripeScript, session) : (made as Bank);
  } catch {
    return "not-available";
  }
}

/** Our colours by role, so that the card form follows the theme, the contrast and the dark. */
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
