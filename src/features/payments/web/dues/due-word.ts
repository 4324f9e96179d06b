import type { PaymentRow } from "../../contract/money.ts";

/** What a payment's state is called where no card pays: nothing of it waits for a bank. */
export function dueWord(state: PaymentRow["state"]): "promised" | "received" | "nothing" {
  if (state === "captured") return "received";
  return state === "voided" ? "nothing" : "promised";
}
