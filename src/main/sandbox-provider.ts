import type { Sandbox } from "#engines/sandbox-bank/sandbox.ts";
import { stripeProvider } from "#engines/stripe/provider.ts";
import type { LineCall, LineReply } from "#engines/stripe/line.ts";
import type { PaymentProvider } from "#features/payments/server/public.ts";

/** Served by this Waybill too: a browser may not reach the bank's loopback address. */
export const SCRIPT_URL = "/sandbox-bank/endive/stripe.js";
const PUBLIC_KEY = "pk_test_sandbox000000000000000000";

/** The sandbox bank's own page about an intent. */
export const sandboxDashboardUrl = (ref: string): string | null =>
  ref.startsWith("pi_") ? `/sandbox-bank/v1/intents/${encodeURIComponent(ref)}` : null;

/**
 * Stripe's adapter over the sandbox bank. The books call it by a name of its own: play money and real money never mix.
 *
 * @param to `url` of the bank's socket; in this process where there is none
 */
export const sandboxProvider = (
  sandbox: Pick<Sandbox, "api" | "key" | "secrets">,
  to: { readonly instance: string; readonly url?: string | undefined },
): PaymentProvider => ({
  ...stripeProvider({
    secretKey: sandbox.key,
    publishableKey: PUBLIC_KEY,
    webhookSecrets: sandbox.secrets,
    scriptUrl: SCRIPT_URL,
    wallets: "never",
    instance: to.instance,
    ...(to.url === undefined ? { answer: inProcess(sandbox) } : { apiBase: to.url }),
  }),
  id: "sandbox",
  dashboardUrl: sandboxDashboardUrl,
});

/** A line without a socket. What breaks there breaks at once: nobody waits for an answer that never comes. */
const inProcess =
  ({ api }: Pick<Sandbox, "api">) =>
  async (call: LineCall): Promise<LineReply> => {
    const { way, text, ...reply } = await api(call);
    if (way === "silent" || way === "cut") throw new Error("the connection broke");
    return { ...reply, text: way === "half" ? text.slice(0, text.length / 2) : text };
  };
