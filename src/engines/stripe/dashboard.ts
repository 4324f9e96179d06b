import { INTENT_REF } from "./after-capture.ts";

const DASHBOARD = "https://dashboard.stripe.com";

/** Stripe's own page about an intent; null for every other reference. */
export function stripeDashboardUrl(ref: string, isLive: boolean): string | null {
  const mode = isLive ? DASHBOARD : `${DASHBOARD}/test`;
  return INTENT_REF.test(ref) ? `${mode}/payments/${ref}` : null;
}
