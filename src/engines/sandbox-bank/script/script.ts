import { readFileSync } from "node:fs";

const near = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");

/** Release named by the address of the script, as Stripe's is, and by what the script makes. */
const RELEASE = "endive";
const SCRIPT_TYPE = "text/javascript; charset=utf-8";

/** The script, the document of the card form's frame and the frame's script, by their addresses. Plain JavaScript. */
export const SCRIPTS = {
  [`/sandbox-bank/${RELEASE}/stripe.js`]: { call: "script", type: SCRIPT_TYPE, text: pageScript },
  [`/sandbox-bank/${RELEASE}/form.html`]: {
    call: "frame",
    type: "text/html; charset=utf-8",
    text: () => near("./form.html"),
  },
  [`/sandbox-bank/${RELEASE}/form.js`]: { call: "form", type: SCRIPT_TYPE, text: formScript },
} as const;

/** The frame's document runs its own script alone and talks to its bank alone. @param embedders who may show it */
export const framePolicy = (embedders: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    `frame-ancestors ${embedders}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");

const wordsOf = (): Record<string, { readonly frame: string }> => JSON.parse(near("./card-form-words.json"));

const parts = (): string =>
  near("./card-parts.js").replace('/* sheet */ ""', () => JSON.stringify(near("./card-form.css")));

function pageScript(): string {
  const titles = Object.fromEntries(Object.entries(wordsOf()).map(([locale, { frame }]) => [locale, frame]));
  const elements = near("./stripe-elements.js").replace("/* titles */ {}", () => JSON.stringify(titles));
  return parts() + near("./card-form-windows.js") + elements;
}

function formScript(): string {
  const form = near("./card-form.js").replace("/* words */ {}", () => JSON.stringify(wordsOf()));
  return parts() + near("./card-form-ways.js") + form;
}
