import { Refusal } from "#kernel/refusal.ts";
import type { Outcome } from "../gateway.ts";

/** @throws Refusal `payments.misconfigured` where our key is refused, else `payments.provider-silent` */
export function clear<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "ok") return outcome.value;
  throw new Refusal(outcome.kind === "misconfigured" ? "payments.misconfigured" : "payments.provider-silent");
}
