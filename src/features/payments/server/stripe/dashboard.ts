import { INTENT_REF } from "./after-capture.ts";
import { PAGE_REF } from "./hosted-page.ts";

const DASHBOARD = "https://dashboard.stripe.com";

/** Stripe's own page about an intent or a Checkout Session; null for every other reference. */
export function stripeDashboardUrl(ref: string, isLive: boolean): string | null {
  const mode = isLive ? DASHBOARD : `${DASHBOARD}/test`;
  if (INTENT_REF.test(ref)) return `${mode}/payments/${ref}`;
  return PAGE_REF.test(ref) ? `${mode}/checkout/sessions/${ref}` : null;
}
