import { isLoopback, isSafe } from "#server/config/loopback.ts";

/** Settings that Stripe's own are held against. */
interface StripeSettings {
  readonly payment: string;
  readonly publicUrl: string;
  readonly demo: boolean;
  readonly stripeSecretKey?: string | undefined;
  readonly stripePublishableKey?: string | undefined;
  readonly stripeWebhookSecret: readonly string[];
  readonly stripeApiBase?: string | undefined;
  readonly stripeScriptUrl: string;
}

type Rule = readonly [broken: (settings: StripeSettings) => boolean, says: string];

const isLive = (key: string | undefined): boolean => /^[a-z]{2}_live_/.test(key ?? "");
const isStripe = ({ payment }: StripeSettings): boolean => payment === "stripe";
/** Real money moves with these settings. */
export const hasLiveKey = (settings: StripeSettings): boolean =>
  isStripe(settings) && isLive(settings.stripeSecretKey);
const isStripes = (address: string): boolean => /(^|\.)stripe\.com$/.test(new URL(address).hostname);

/** Settings of Stripe with which no card could be taken, or money would go astray. */
const RULES: readonly Rule[] = [
  [
    (settings) => isStripe(settings) && settings.stripeSecretKey === undefined,
    "--payment stripe needs WAYBILL_STRIPE_SECRET_KEY, or WAYBILL_STRIPE_SECRET_KEY_FILE with the name of a file that holds it.",
  ],
  [
    (settings) => isStripe(settings) && settings.stripePublishableKey === undefined,
    "--payment stripe needs --stripe-publishable-key, the key of the same account that browsers may see.",
  ],
  [
    (settings) => !isStripe(settings) && settings.stripeSecretKey !== undefined,
    "A secret key of Stripe is set but not used: say --payment stripe, or take the key away.",
  ],
  [
    (settings) =>
      isStripe(settings) && isLive(settings.stripeSecretKey) !== isLive(settings.stripePublishableKey),
    "The secret and the publishable key of Stripe are of different modes: both must be test keys, or both live keys.",
  ],
  [
    (settings) => hasLiveKey(settings) && isLoopback(new URL(settings.publicUrl).hostname),
    "Live keys of Stripe need the --public-url that customers open: on this machine alone use test keys.",
  ],
  [
    (settings) => hasLiveKey(settings) && !settings.publicUrl.startsWith("https://"),
    "Live keys of Stripe need a --public-url that begins with https://.",
  ],
  [
    (settings) => hasLiveKey(settings) && settings.demo,
    "Live keys of Stripe do not go with the demo, which pays with play cards: say --no-demo.",
  ],
  [
    (settings) => hasLiveKey(settings) && settings.stripeApiBase !== undefined,
    "--stripe-api-base is for tests: live keys are sent to Stripe alone.",
  ],
  [
    (settings) => hasLiveKey(settings) && !isStripes(settings.stripeScriptUrl),
    "--stripe-script-url must be an address of stripe.com with live keys: card data goes to Stripe alone.",
  ],
  [
    ({ stripeApiBase, stripeScriptUrl }) =>
      !isSafe(stripeScriptUrl) || (stripeApiBase !== undefined && !isSafe(stripeApiBase)),
    "--stripe-api-base and --stripe-script-url must begin with https:// beyond this machine.",
  ],
  [
    ({ stripeWebhookSecret }) => stripeWebhookSecret.length > 2,
    "WAYBILL_STRIPE_WEBHOOK_SECRET takes two secrets at most: the one in use and the one that follows it.",
  ],
];

/** The first contradiction in one sentence; nothing where the settings agree. */
export const stripeContradiction = (settings: StripeSettings): string | undefined =>
  RULES.find(([broken]) => broken(settings))?.[1];
