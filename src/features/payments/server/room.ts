import type { Room, RoomParts } from "#server/room.ts";
import type { PayWay } from "../domain/due.ts";
import { PAYMENTS_REFUSALS } from "../contract/refusals.ts";
import type { PaymentProvider } from "./base/gateway.ts";
import { guarded } from "./gate/guard.ts";
import { webhookRoute } from "./inbox/inbox.ts";
import { expiryJobs, paymentJobs } from "./reactions.ts";
import { paymentRoutes } from "./routes.ts";
import type { PaymentDeps } from "./base/payment-deps.ts";

/** The card provider of this install, with the parts that every room of money works with. */
export interface Cards {
  readonly deps: PaymentDeps;
}

/** Choices of the operator that only rooms of money read. */
export interface MoneyChoices extends Pick<PaymentDeps, "refundLimits"> {
  /** How people may pay where no cards are taken; in cash where nothing is said. */
  readonly payWays?: readonly PayWay[];
  /** Counts what became of a load of the payment provider's script in a browser. */
  readonly onPaymentScript?: (news: { readonly outcome: string; readonly ms: number }) => void;
}

/** Parts of a room that works with payments. */
export interface MoneyParts extends RoomParts, MoneyChoices {
  /** Absent where no cards are taken. */
  readonly cards: Cards | undefined;
}

/** Puts the card provider behind its gate, once for all rooms. */
export const openCards = (parts: RoomParts & MoneyChoices, provider: PaymentProvider): Cards => ({
  deps: { ...parts, provider: guarded(provider, parts), instance: parts.orgId },
});

/** One payment per order, held at booking, captured at the doorstep. */
export function paymentsRoom(parts: MoneyParts): Room {
  const deps = parts.cards?.deps;
  const shared = { name: "payments", refusals: PAYMENTS_REFUSALS, routes: paymentRoutes(deps) };
  if (!deps) return { ...shared, jobs: expiryJobs(parts) };
  return { ...shared, rawRoutes: [webhookRoute(deps)], jobs: paymentJobs(deps) };
}
