import type { StripeChoice } from "#server/config/payment-choice.ts";
import type { RawRoute } from "#server/http/route.ts";
import type { RoomJobs } from "#server/jobs/jobs.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { PAYMENTS_REFUSALS } from "../contract/refusals.ts";
import { exportRoute } from "./export/export-route.ts";
import { sandboxDashboardUrl, sandboxProvider } from "./gateway-sandbox.ts";
import { stripeProvider } from "./gateway-stripe.ts";
import type { PaymentProvider } from "./gateway.ts";
import { guarded } from "./gate/guard.ts";
import { newsRoute } from "./inbox.ts";
import { noWays, someWays } from "./dues/choose-way.ts";
import { dueRoutes } from "./dues/routes.ts";
import { dueJobs, paymentJobs } from "./reactions.ts";
import { linkJobs } from "./owed/link-mail.ts";
import { mailJobs } from "./receipts/mail-job.ts";
import { receiptRoute } from "./receipts/receipt-route.ts";
import { closedRoutes, paymentRoutes } from "./routes.ts";
import type { Desk } from "./run-operation.ts";
import { scriptNewsRoute } from "./script-news.ts";
import { sandboxHouse } from "./sandbox/house.ts";
import type { House, HouseParts } from "./sandbox/house.ts";
import { bankRoutes, pageRoutes } from "./sandbox/routes.ts";

/** The room of money: one payment per order, held at booking, captured at the doorstep. */
export function paymentsRoom(parts: RoomParts): Room {
  const shared = { name: "payments", refusals: PAYMENTS_REFUSALS };
  const { payment = "sandbox" } = parts;
  const mail = withMail(mailJobs(parts), linkJobs(parts));
  if (payment === "none") return { ...shared, ...withoutCards(parts, mail) };
  const { provider, rawRoutes, house } = payment === "sandbox" ? sandbox(parts) : stripe(parts, payment);
  const desk: Desk = { ...parts, provider: guarded(provider, parts), instance: parts.orgId };
  return {
    ...shared,
    routes: [...paymentRoutes(desk, parts.publicUrl), ...dueRoutes(noWays)],
    rawRoutes: [
      ...rawRoutes,
      newsRoute(desk),
      receiptRoute(parts.locales),
      exportRoute,
      scriptNewsRoute(parts.onPaymentScript ?? ignore),
    ],
    jobs: withMail(house ? withBank(paymentJobs(desk), house) : paymentJobs(desk), mail),
    ...(house && parts.sandbox && { beside: house.open }),
  };
}

const ignore = (): void => undefined;

/** Cash and invoices: no card is spoken of, and no bank. */
const withoutCards = (parts: RoomParts, mail: RoomJobs) => ({
  routes: [...closedRoutes(parts), ...dueRoutes(parts.payWays ?? someWays)],
  rawRoutes: [receiptRoute(parts.locales), exportRoute],
  jobs: withMail(dueJobs(parts), mail),
});

const BANK_JOB = "payments.sandbox-bank";

/** The bank's own time goes on, whether somebody asks or not. */
const withBank = (ours: RoomJobs, { tick }: House): RoomJobs => ({
  ...ours,
  jobs: { ...ours.jobs, [BANK_JOB]: tick },
  every: { ...ours.every, [BANK_JOB]: 1 },
});

const withMail = (ours: RoomJobs, { jobs }: RoomJobs): RoomJobs => ({
  ...ours,
  jobs: { ...ours.jobs, ...jobs },
});

interface Taker {
  readonly provider: PaymentProvider;
  /** Its own addresses on this server. */
  readonly rawRoutes: readonly RawRoute[];
  /** The sandbox bank, where it runs here. */
  readonly house: House | undefined;
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
