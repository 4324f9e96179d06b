import { sandboxRoom } from "#engines/sandbox-bank/room.ts";
import { openSandbox } from "#engines/sandbox-bank/sandbox.ts";
import type { SandboxParts } from "#engines/sandbox-bank/sandbox.ts";
import type { Receive } from "#engines/sandbox-bank/webhook-sender.ts";
import type { StripeChoice } from "#engines/stripe/choice.ts";
import { stripeProvider } from "#engines/stripe/provider.ts";
import type { PaymentProvider } from "#features/payments/server/public.ts";
import type { PaymentChoice } from "./config/payment-choice.ts";
import type { Room } from "#server/room.ts";
import { sandboxDashboardUrl, sandboxProvider } from "./sandbox-provider.ts";

export interface CardParts extends Pick<SandboxParts, "db" | "clock" | "log"> {
  readonly orgId: string;
  /** Taker of cards; the sandbox where nothing is said. */
  readonly payment?: PaymentChoice | undefined;
  /** The operator allowed the sandbox where real people come. */
  readonly sandboxAllowed?: boolean | undefined;
  /** Opens the sandbox bank on this machine, at a free port where none is named; absent, it answers in this process alone. */
  readonly sandbox?: { readonly port?: number | undefined } | undefined;
  /** Takes the webhooks of the sandbox bank; without it none are sent to this Waybill. */
  readonly receive?: Receive | undefined;
}

/** Taker of cards, bound to its engine. */
export interface CardTaker {
  /** Absent where nobody takes cards. */
  readonly provider: PaymentProvider | undefined;
  /** Addresses and jobs of the sandbox bank, where it runs here. */
  readonly rooms: readonly Room[];
  close(): Promise<void>;
}

/** @throws Error where the sandbox is not allowed, and where its port is taken */
export async function openCardTaker(parts: CardParts): Promise<CardTaker> {
  const { payment = "sandbox" } = parts;
  if (payment === "none") return { provider: undefined, rooms: [], close: () => Promise.resolve() };
  return payment === "sandbox" ? openPlay(parts) : openStripe(parts, payment);
}

const sandboxOf = ({ db, clock, log, ...parts }: CardParts, tell: SandboxParts["tell"]) =>
  openSandbox({
    db,
    clock,
    log,
    allowedInProduction: parts.sandboxAllowed ?? false,
    port: parts.sandbox?.port,
    tell,
  });

const toUs = ({ sandbox, receive }: CardParts, secrets?: readonly string[]): SandboxParts["tell"] =>
  sandbox && receive && { receive, ...(secrets && { secrets }) };

async function openPlay(parts: CardParts): Promise<CardTaker> {
  const sandbox = sandboxOf(parts, toUs(parts));
  const opened = parts.sandbox && (await sandbox.open());
  return {
    provider: sandboxProvider(sandbox, { instance: parts.orgId, url: opened?.url }),
    rooms: [sandboxRoom(sandbox, true)],
    close: async () => opened?.close(),
  };
}

/** With a port for it, the sandbox bank stands beside: then Stripe's library may be pointed at it. */
async function openStripe(parts: CardParts, choice: StripeChoice): Promise<CardTaker> {
  const provider = stripeProvider({ ...choice, instance: parts.orgId });
  if (parts.sandbox?.port === undefined) return { provider, rooms: [], close: () => Promise.resolve() };
  const sandbox = sandboxOf(parts, toUs(parts, choice.webhookSecrets));
  const { close } = await sandbox.open();
  return {
    provider: { ...provider, dashboardUrl: sandboxDashboardUrl },
    // Its card form is served by its own address, which the settings name.
    rooms: [sandboxRoom(sandbox, false)],
    close,
  };
}
