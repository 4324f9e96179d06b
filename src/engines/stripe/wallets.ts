import * as z from "zod/mini";
import type { WalletDomain, Wallets } from "#features/payments/server/public.ts";
import type { Line } from "./line.ts";

const State = z.nullish(z.object({ status: z.string() }));
const Domains = z.object({
  object: z.literal("list"),
  data: z.array(
    z.object({
      object: z.literal("payment_method_domain"),
      domain_name: z.string(),
      enabled: z.boolean(),
      apple_pay: State,
      google_pay: State,
      link: State,
    }),
  ),
});

/** Stripe offers wallets where it knows the address. */
export const stripeWallets = (line: Line): Wallets => ({
  domain: (name) =>
    line.ask(
      (stripe) => stripe.paymentMethodDomains.list({ domain_name: name, limit: 1 }),
      (body) => domainIn(body, name),
    ),
});

function domainIn(body: unknown, name: string): WalletDomain | null | undefined {
  const read = Domains.safeParse(body);
  if (!read.success) return undefined;
  const found = read.data.data.find((one) => one.domain_name === name);
  if (!found) return null;
  const isOn = (state: z.output<typeof State>): boolean => state?.status === "active";
  return {
    name,
    isOn: found.enabled,
    wallets: {
      "Apple Pay": isOn(found.apple_pay),
      "Google Pay": isOn(found.google_pay),
      Link: isOn(found.link),
    },
  };
}
