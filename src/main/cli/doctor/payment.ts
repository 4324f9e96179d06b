import type { WalletDomain } from "#features/payments/server/base/gateway.ts";
import type { StripeChoice } from "#engines/stripe/choice.ts";
import { stripeProvider } from "#engines/stripe/provider.ts";
import { type StripeRight, stripeRights } from "#engines/stripe/rights.ts";
import { type PaymentChoice, paymentChoice } from "#main/config/payment-choice.ts";
import type { Settings } from "#main/config/settings.ts";
import { isLoopback } from "#server/config/loopback.ts";
import { newId } from "#server/ids.ts";
import { type Finding, type Result, bad, careful, good, runChecks } from "./finding.ts";

const SCRIPT_MS = 5_000;
const ANSWER_MS = 10_000;

/** The card provider, where cards are taken: its keys, its webhook, its script. Nothing is changed there. */
export function examinePayment(settings: Settings): Promise<Finding[]> {
  const choice: PaymentChoice = paymentChoice(settings);
  if (typeof choice === "string") return Promise.resolve([]);
  return runChecks([
    ["keys", () => checkKeys(choice)],
    ["rights", () => checkRights(choice)],
    ["webhook", () => checkWebhook(choice, settings.publicUrl)],
    ["script", () => checkScript(choice.scriptUrl)],
    ...(choice.wallets === "never"
      ? []
      : ([["wallets", () => checkWallets(choice, settings.publicUrl)]] as const)),
  ]);
}

/** Reads a payment that does not exist: whatever the answer holds, the key was taken or refused. */
async function checkKeys(choice: StripeChoice): Promise<Result> {
  const provider = stripeProvider({ ...choice, instance: "doctor", deadlineMs: ANSWER_MS });
  const answer = await provider.findIntents(newId(Date.now()));
  switch (answer.kind) {
    case "ok":
      return taken(choice);
    case "misconfigured":
      return answer.lacksRight === true
        ? taken(choice)
        : bad(
            `Stripe refuses the secret key (${answer.code || "not valid"})`,
            "Copy the key anew, of the mode that is meant.",
          );
    case "throttled":
      return careful("Stripe takes no more calls for a moment", "Look again in a minute.");
    case "declined":
    case "rejected":
    case "unknown":
      return bad(
        "Stripe did not answer as it should",
        "Let this machine call api.stripe.com on port 443, and look at https://status.stripe.com.",
      );
  }
}

const taken = ({ secretKey }: StripeChoice): Result =>
  secretKey.includes("_live_")
    ? good("Stripe takes the secret key; real money moves")
    : careful(
        "Stripe takes the secret key, of the test mode: no money moves",
        "Set the two live keys when customers are to pay.",
      );

/** Whether a restricted key may do all that it is used for, one sentence for each right that it lacks. */
async function checkRights(choice: StripeChoice): Promise<Result> {
  const lacking: StripeRight[] = [];
  let unasked = 0;
  for (const right of stripeRights({ ...choice, deadlineMs: ANSWER_MS })) {
    const { kind, ...said } = await right.ask();
    if ("lacksRight" in said) lacking.push(right);
    else if (kind !== "ok" && kind !== "rejected") unasked += 1;
  }
  if (lacking.length > 0) {
    const named = lacking.map(({ name, access }) => `${name} (${access})`).join(", ");
    const cure = lacking
      .map(({ name, access, without }) => `Grant ${name}, ${access}: without it ${without}.`)
      .join(" ");
    const says = `the secret key may not do all that it is used for: ${named}`;
    // Needed where no webhook reports news.
    const isEnough = choice.webhookSecrets.length > 0 && lacking.every(({ isOptional }) => isOptional);
    return isEnough ? careful(says, cure) : bad(says, cure);
  }
  return unasked > 0
    ? careful("Stripe did not say what the secret key may do", "Look again once the key is taken.")
    : good("the secret key may do all that it is used for");
}

function checkWebhook({ webhookSecrets }: StripeChoice, publicUrl: string): Result {
  const address = `${publicUrl}/webhooks/payments/stripe`;
  if (webhookSecrets.length === 0)
    return careful(
      "no secret: payments that customers leave open are asked after every minute",
      `Add the webhook ${address} at Stripe and set WAYBILL_STRIPE_WEBHOOK_SECRET.`,
    );
  if (webhookSecrets.length === 2)
    return careful(
      "two secrets are believed",
      "Take the old one away once Stripe signs with the new one alone.",
    );
  return good(`signed webhooks are received at ${address}`);
}

/** Whether Stripe knows our address: wallets are shown nowhere else. */
async function checkWallets(choice: StripeChoice, publicUrl: string): Promise<Result> {
  const { hostname } = new URL(publicUrl);
  if (isLoopback(hostname)) return good("no wallet is shown on this machine alone; cards are");
  const { wallets } = stripeProvider({ ...choice, instance: "doctor", deadlineMs: ANSWER_MS });
  const answer = await wallets?.domain(hostname);
  if (answer?.kind === "ok") return saidOf(hostname, answer.value);
  return answer?.kind === "misconfigured"
    ? careful(
        "the key may not ask which addresses are registered for wallets",
        "Let the restricted key read payment method domains, or look at Stripe whether the address is registered.",
      )
    : careful("Stripe did not say whether wallets may be shown here", "Look again in a minute.");
}

function saidOf(hostname: string, known: WalletDomain | null): Result {
  if (!known?.isOn)
    return careful(
      `${hostname} is ${known ? "switched off" : "not registered"} at Stripe: no wallet is shown, cards are`,
      `Register ${hostname} at Stripe under Settings, Payment method domains, or say --stripe-wallets never.`,
    );
  const named = (isOn: boolean): string =>
    Object.keys(known.wallets)
      .filter((name) => known.wallets[name] === isOn)
      .join(", ");
  return named(false) === ""
    ? good(`${hostname} may show ${named(true)}`)
    : careful(
        `${hostname} may not show ${named(false)}`,
        "Open the address under Payment method domains at Stripe: it says what each wallet still needs.",
      );
}

async function checkScript(url: string): Promise<Result> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(SCRIPT_MS) }).catch(() => undefined);
  await reply?.body?.cancel();
  if (reply?.ok && /javascript/.test(reply.headers.get("content-type") ?? "")) return good(`${url} is there`);
  return careful(
    `${url} could not be had from this machine`,
    "Browsers load it, not this machine: open it in one.",
  );
}
