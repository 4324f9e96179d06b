import type { StripeChoice } from "#server/config/payment-choice.ts";
import type { RawRoute } from "#server/http/route.ts";
import type { RoomJobs } from "#server/jobs/jobs.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { PAYMENTS_REFUSALS } from "../contract/refusals.ts";
import { sandboxDashboardUrl, sandboxProvider } from "./gateway-sandbox.ts";
import { stripeProvider } from "./gateway-stripe.ts";
import type { PaymentProvider } from "./gateway.ts";
import { guarded } from "./gate/guard.ts";
import { newsRoute } from "./inbox.ts";
import { expiryJobs, paymentJobs } from "./reactions.ts";
import { closedRoutes, paymentRoutes } from "./routes.ts";
import type { Desk } from "./run-operation.ts";
import { sandboxHouse } from "./sandbox/house.ts";
import type { House, HouseParts } from "./sandbox/house.ts";
import { bankRoutes, pageRoutes } from "./sandbox/routes.ts";

/** The card provider of this install, with the parts that every room of money works with. */
export interface Cards {
  readonly desk: Desk;
  /** The provider's own addresses on this server. */
  readonly rawRoutes: readonly RawRoute[];
  /** The sandbox bank, where it runs here. */
  readonly house: House | undefined;
}

/** Parts of a room that works with payments. */
export interface MoneyParts extends RoomParts {
  /** Absent where no cards are taken. */
  readonly cards: Cards | undefined;
}

/** Binds the chosen card provider, once for all rooms; `undefined` where no cards are taken. */
export function openCards(parts: RoomParts): Cards | undefined {
  const { payment = "sandbox" } = parts;
  if (payment === "none") return undefined;
  const { provider, ...taker } = payment === "sandbox" ? sandbox(parts) : stripe(parts, payment);
  return { ...taker, desk: { ...parts, provider: guarded(provider, parts), instance: parts.orgId } };
}

/** One payment per order, held at booking, captured at the doorstep. */
export function paymentsRoom(parts: MoneyParts): Room {
  const shared = { name: "payments", refusals: PAYMENTS_REFUSALS };
  if (!parts.cards) return { ...shared, routes: closedRoutes(), jobs: expiryJobs(parts) };
  const { desk, rawRoutes, house } = parts.cards;
  return {
    ...shared,
    routes: paymentRoutes(desk),
    rawRoutes: [...rawRoutes, newsRoute(desk)],
    jobs: house ? withBank(paymentJobs(desk), house) : paymentJobs(desk),
    ...(house && parts.sandbox && { beside: house.open }),
  };
}

const BANK_JOB = "payments.sandbox-bank";

/** The bank's own time goes on, whether somebody asks or not. */
const withBank = (ours: RoomJobs, { tick }: House): RoomJobs => ({
  ...ours,
  jobs: { ...ours.jobs, [BANK_JOB]: tick },
  every: { ...ours.every, [BANK_JOB]: 1 },
});

interface Taker extends Omit<Cards, "desk"> {
  readonly provider: PaymentProvider;
}

const houseOf = (parts: RoomParts, tell: HouseParts["tell"]): House =>
  sandboxHouse({
    ...parts,
    allowedInProduction: parts.sandboxAllowed ?? false,
    port: parts.sandbox?.port,
    tell: parts.sandbox && tell,
  });
const hookOf = ({ publicUrl }: RoomParts, provider: string): string =>
  `${publicUrl}/webhooks/payments/${provider}`;

function sandbox(parts: RoomParts): Taker {
  const house = houseOf(parts, { url: hookOf(parts, "sandbox") });
  return {
    provider: sandboxProvider(house.bank, house.secrets),
    rawRoutes: bankRoutes(house.bank),
    house,
  };
}

/** With a port for it, the sandbox bank stands beside: then Stripe's library may be pointed at it. */
function stripe(parts: RoomParts, choice: StripeChoice): Taker {
  const tell = { url: hookOf(parts, "stripe"), secrets: choice.webhookSecrets };
  const house = parts.sandbox?.port === undefined ? undefined : houseOf(parts, tell);
  return {
    provider: {
      ...stripeProvider({ ...choice, instance: parts.orgId }),
      ...(house && { dashboardUrl: sandboxDashboardUrl }),
    },
    // Its own page is beside this Waybill, as its address says.
    rawRoutes: house ? pageRoutes(house.bank) : [],
    house,
  };
}
