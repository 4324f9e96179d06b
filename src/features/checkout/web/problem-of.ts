import { isProblem } from "#web/api/problem.ts";
import type { PaymentProblemCode } from "#features/payments/contract/payment-problems.ts";
import type { FormTrouble } from "./bank.ts";
import type { ScriptTrouble } from "./load-script.ts";
import type { ProblemFacts } from "#features/payments/web/public-parts.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { call, type CallOptions } from "#web/api/call.ts";

export const PROBLEM_OF_SCRIPT = {
  offline: "script.offline",
  timeout: "script.timeout",
  blocked: "script.blocked",
  network: "script.network",
  csp: "script.csp",
  "no-global": "script.no-global",
  "foreign-global": "script.foreign-global",
  "wrong-version": "script.wrong-version",
  "not-loaded": "element.not-loaded",
  "not-available": "element.not-available",
} as const satisfies Record<ScriptTrouble | FormTrouble, PaymentProblemCode>;

const BY_REFUSAL: Readonly<Record<string, PaymentProblemCode>> = {
  "payments.provider-silent": "provider.down",
  "payments.misconfigured": "provider.misconfigured",
  "payments.amount-not-possible": "amount.out-of-range",
  "http.too-many": "rate.limited",
  "http.offline": "script.offline",
  "http.unreachable": "script.network",
  "http.timeout": "script.network",
};

const PAID: ReadonlySet<unknown> = new Set(["confirmed", "in_progress", "completed"]);

/** The row of a refused call, with what its sentence names; nothing where the refusal has a sentence of its own only. */
export function problemOfError(
  error: unknown,
): { readonly code: PaymentProblemCode; readonly facts?: ProblemFacts } | undefined {
  if (!isProblem(error)) return undefined;
  if (error.status === 401) return { code: "session.expired" };
  if (error.code === "payments.order-closed") {
    if (PAID.has(error.facts["state"])) return { code: "pay.already-paid" };
    return error.facts["state"] === "expired" ? { code: "booking.expired" } : undefined;
  }
  const code = BY_REFUSAL[error.code];
  if (code === undefined) return undefined;
  return code === "rate.limited" ? { code, facts: { n: error.retryAfter ?? WAIT_S } } : { code };
}

const WAIT_S = 30;

/** Problem shown to the payer of an order that was ended; every other one has expired. */
const ENDED_BY: Readonly<Record<string, PaymentProblemCode>> = { cancelled: "booking.given-up" };

/**
 * Why an order took no payment any more: its payment does not say.
 *
 * @param code what is said where its time is over, or nobody answers
 */
export const endReason = (
  orderId: string,
  code: PaymentProblemCode,
  options: Pick<CallOptions, "headers" | "signal">,
): Promise<PaymentProblemCode> =>
  call(deliveriesApi.readOrder, { id: orderId }, options).then(
    ({ state }) => ENDED_BY[state] ?? code,
    () => code,
  );
