import { readFileSync } from "node:fs";

const near = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");

/** Release named by the address of the script, as Stripe's is, and by what the script makes. */
const RELEASE = "endive";

/** The script and the card form that it loads, by their addresses. Plain JavaScript, with its words put in. */
export const SCRIPTS = {
  [`/sandbox-bank/${RELEASE}/stripe.js`]: { call: "script", text: () => near("./bank-v1-elements.js") },
  [`/sandbox-bank/${RELEASE}/form.js`]: { call: "form", text: formScript },
} as const;

function formScript(): string {
  const words = JSON.stringify(JSON.parse(near("./bank-v1-words.json")));
  const form = near("./bank-v1.js")
    .replace("/* words */ {}", () => words)
    .replace('/* sheet */ ""', () => JSON.stringify(near("./bank-v1.css")));
  return near("./bank-v1-window.js") + form;
}
