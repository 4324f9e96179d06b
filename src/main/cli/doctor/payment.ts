import type { Outcome } from "#features/payments/server/gateway.ts";
import { stripeProvider } from "#features/payments/server/gateway-stripe.ts";
import { type PaymentChoice, type StripeChoice, paymentChoice } from "#server/config/payment-choice.ts";
import type { Settings } from "#server/config/settings.ts";
import { newId } from "#server/ids.ts";
import { type Finding, type Result, bad, careful, good, lookAtAll } from "./finding.ts";

const SCRIPT_MS = 5_000;
const ANSWER_MS = 10_000;
/** An intent of the right form that nobody opened. */
const NOBODYS = "pi_00000000000000000000nobody";

/** The card provider, where cards are taken: its keys, its webhook, its script. Nothing is changed there. */
export function examinePayment(settings: Settings): Promise<Finding[]> {
  const choice: PaymentChoice = paymentChoice(settings);
  if (typeof choice === "string") return Promise.resolve([]);
  return lookAtAll([
    ["keys", () => lookAtKeys(choice)],
    ["webhook", () => lookAtWebhook(choice, settings.publicUrl)],
    ["script", () => lookAtScript(choice.scriptUrl)],
  ]);
}

/** The answer to the first look that the key may not take; else the first of all. */
async function firstRefused(looks: readonly (() => Promise<Outcome<unknown>>)[]): Promise<Outcome<unknown>> {
  const answers: Outcome<unknown>[] = [];
  for (const look of looks) answers.push(await look());
  const [first] = answers;
  if (!first) throw new Error("nothing was looked at");
  return answers.find(({ kind }) => kind === "misconfigured") ?? first;
}

/** Asks for what belongs to a payment that nobody made: whatever the answer holds, the key was taken or refused. */
async function lookAtKeys(choice: StripeChoice): Promise<Result> {
  const provider = stripeProvider({ ...choice, instance: "doctor", deadlineMs: ANSWER_MS });
  const answer = await firstRefused([
    () => provider.findIntents(newId(Date.now())),
    () => provider.listRefunds(NOBODYS),
    () => provider.listDisputes(NOBODYS),
  ]);
  switch (answer.kind) {
    case "ok":
      return choice.secretKey.includes("_live_")
        ? good("Stripe takes the secret key; real money moves")
        : careful(
            "Stripe takes the secret key, of the test mode: no money moves",
            "Set the two live keys when customers are to pay.",
          );
    case "misconfigured":
      return bad(
        `Stripe refuses the secret key (${answer.code || "not valid"})`,
        "Copy the key anew; a restricted one needs to write payment intents and refunds, and to read charges and disputes.",
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

function lookAtWebhook({ webhookSecrets }: StripeChoice, publicUrl: string): Result {
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
  return good(`signed news are heard at ${address}`);
}

async function lookAtScript(url: string): Promise<Result> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(SCRIPT_MS) }).catch(() => undefined);
  await reply?.body?.cancel();
  if (reply?.ok && /javascript/.test(reply.headers.get("content-type") ?? "")) return good(`${url} is there`);
  return careful(
    `${url} could not be had from this machine`,
    "Browsers load it, not this machine: open it in one.",
  );
}
