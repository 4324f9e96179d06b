import { readFileSync } from "node:fs";

const near = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");

/** The bank's own script as it is served: plain JavaScript written by hand, with its words put in. */
export const bankScript = (): string => {
  const words = JSON.stringify(JSON.parse(near("./bank-v1-words.json")));
  const form = near("./bank-v1.js")
    .replace("/* words */ {}", () => words)
    .replace('/* sheet */ ""', () => JSON.stringify(near("./bank-v1.css")));
  return near("./bank-v1-window.js") + form + near("./bank-v1-elements.js");
};

/** Named by the address of the script in Stripe's shape, and said by what it makes. */
export const STRIPE_RELEASE = "endive";

/** The same script under the name that our Stripe pages look for. */
export const stripeScript = (): string =>
  `${bankScript()}\nwindow.Stripe = window.SandboxBank;\nwindow.Stripe.version = "${STRIPE_RELEASE}";\n`;
