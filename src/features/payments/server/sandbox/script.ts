import { readFileSync } from "node:fs";

const near = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");

/** The bank's own script as it is served: plain JavaScript written by hand, with its words put in. */
export const bankScript = (): string => {
  const words = JSON.stringify(JSON.parse(near("./bank-v1-words.json")));
  const form = near("./bank-v1.js")
    .replace("/* words */ {}", () => words)
    .replace('/* sheet */ ""', () => JSON.stringify(near("./bank-v1.css")));
  return form + near("./bank-v1-elements.js");
};

/** What the bank's own page runs, beside that script. */
export const pageScript = (): string =>
  near("./page-v1.js").replace("/* words */ {}", () =>
    JSON.stringify(JSON.parse(near("./page-v1-words.json"))),
  );

/** The bank's own page. Whoever has its address may pay there; nothing of it is in the markup. */
export const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Sandbox Bank</title>
    <script src="/sandbox-bank/v1/bank.js" defer></script>
    <script src="/sandbox-bank/v1/page.js" defer></script>
  </head>
  <body><main></main></body>
</html>
`;

/** The same script under the name that our Stripe pages look for. */
export const stripeScript = (): string => `${bankScript()}\nwindow.Stripe = window.SandboxBank;\n`;
