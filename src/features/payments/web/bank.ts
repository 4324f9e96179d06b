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

/** The part of the provider's script that we use; its card form keeps the card to itself. */
export interface Bank {
  mountCard(
    element: HTMLElement,
    options: { locale: string; theme: Readonly<Record<string, string>> },
  ): CardForm;
  confirm(input: { clientSecret: string }): Promise<BankReply>;
}

export type MakeBank = (publicKey: string) => Bank;

/** Safe: only a function under the provider's own name passes, and what it makes is used within `try`. */
export const isMakeBank = (value: unknown): value is MakeBank => typeof value === "function";

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

export const DEMO_CARDS = [
  { number: "4242 4242 4242 4242", what: "approve" },
  { number: "4000 0027 6000 3184", what: "ask" },
  { number: "4000 0000 0000 0002", what: "decline" },
  { number: "4000 0000 0000 9995", what: "funds" },
] as const;
