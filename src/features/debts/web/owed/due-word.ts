import type { Payment } from "#features/payments/contract/api.ts";

/** Names a payment’s state where no card pays: nothing of it waits for a bank. */
export function dueWord(state: Payment["state"]): "promised" | "received" | "nothing" {
  if (state === "captured") return "received";
  return state === "voided" ? "nothing" : "promised";
}
