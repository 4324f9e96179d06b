export interface Said {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Stripe's no. */
export const refusal = (status: number, code: string, more: object = {}): Said => ({
  status,
  body: { error: { type: "invalid_request_error", code, message: `refused: ${code}`, ...more } },
});
