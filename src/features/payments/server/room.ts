import type { Room, RoomParts } from "#server/room.ts";
import { PAYMENTS_REFUSALS } from "../contract/refusals.ts";
import type { PaymentProvider } from "./gateway.ts";
import { guarded } from "./gate/guard.ts";
import { webhookRoute } from "./inbox/inbox.ts";
import { expiryJobs, paymentJobs } from "./reactions.ts";
import { paymentRoutes } from "./routes.ts";
import type { PaymentDeps } from "./payment-deps.ts";

/** The card provider of this install, with the parts that every room of money works with. */
export interface Cards {
  readonly deps: PaymentDeps;
}

/** Parts of a room that works with payments. */
export interface MoneyParts extends RoomParts {
  /** Absent where no cards are taken. */
  readonly cards: Cards | undefined;
}

/** Puts the card provider behind its gate, once for all rooms. */
export const openCards = (parts: RoomParts, provider: PaymentProvider): Cards => ({
  deps: { ...parts, provider: guarded(provider, parts), instance: parts.orgId },
});

/** One payment per order, held at booking, captured at the doorstep. */
export function paymentsRoom(parts: MoneyParts): Room {
  const deps = parts.cards?.deps;
  const shared = { name: "payments", refusals: PAYMENTS_REFUSALS, routes: paymentRoutes(deps) };
  if (!deps) return { ...shared, jobs: expiryJobs(parts) };
  return { ...shared, rawRoutes: [webhookRoute(deps)], jobs: paymentJobs(deps) };
}
