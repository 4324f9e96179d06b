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

/** The part of Stripe's script that we use. */
export interface StripeScript {
  elements(options: object): Elements;
  confirmPayment(order: object): Promise<{
    readonly paymentIntent?: { readonly status?: string };
    readonly error?: StripeError;
  }>;
}
