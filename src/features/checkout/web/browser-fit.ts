import type { PaymentProblemCode } from "#features/payments/contract/payment-problems.ts";

/**
 * Browser features that our page and the card forms need; each is older than 2023 in every browser that is still
 * kept up to date.
 */
const NEEDED: readonly (() => boolean)[] = [
  () => "timeout" in AbortSignal,
  () => typeof HTMLDialogElement === "function",
  () => "adoptedStyleSheets" in Document.prototype,
];

/** Reason why this browser cannot pay by card. */
export function browserProblem():
  | Extract<PaymentProblemCode, "browser.unsupported" | "storage.blocked">
  | undefined {
  if (!NEEDED.every((has) => has())) return "browser.unsupported";
  return navigator.cookieEnabled ? undefined : "storage.blocked";
}
