import type { StripeChoice } from "#server/config/payment-choice.ts";
import type { RawRoute } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { PAYMENTS_REFUSALS } from "../contract/refusals.ts";
import { sandboxProvider } from "./gateway-sandbox.ts";
import { stripeProvider } from "./gateway-stripe.ts";
import type { PaymentProvider } from "./gateway.ts";
import { newsRoute } from "./inbox.ts";
import { paymentJobs } from "./reactions.ts";
import { closedRoutes, paymentRoutes } from "./routes.ts";
import type { Desk } from "./run-operation.ts";
import { openSandboxBank } from "./sandbox/bank.ts";
import { bankRoutes } from "./sandbox/routes.ts";

/** The room of money: one payment per order, held at booking, captured at the doorstep. */
export function paymentsRoom(parts: RoomParts): Room {
  const shared = { name: "payments", refusals: PAYMENTS_REFUSALS };
  const { payment = "sandbox" } = parts;
  if (payment === "none") return { ...shared, routes: closedRoutes() };
  const { provider, rawRoutes } = payment === "sandbox" ? sandbox(parts) : stripe(parts, payment);
  const desk: Desk = { ...parts, provider, instance: parts.orgId };
  return {
    ...shared,
    routes: paymentRoutes(desk),
    rawRoutes: [...rawRoutes, newsRoute(desk)],
    jobs: paymentJobs(desk),
  };
}

interface Taker {
  readonly provider: PaymentProvider;
  /** Its own addresses on this server. */
  readonly rawRoutes: readonly RawRoute[];
}

function sandbox(parts: RoomParts): Taker {
  const bank = openSandboxBank({ ...parts, allowedInProduction: parts.sandboxAllowed ?? false });
  return { provider: sandboxProvider(bank), rawRoutes: bankRoutes(bank) };
}

const stripe = ({ orgId }: RoomParts, choice: StripeChoice): Taker => ({
  provider: stripeProvider({ ...choice, instance: orgId }),
  rawRoutes: [],
});
