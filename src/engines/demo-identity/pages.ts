import type { DemoPerson } from "./people.ts";
import { Markup, html } from "./html.ts";
import type { ProviderWords } from "./words.ts";

export interface PageFrame {
  readonly language: string;
  readonly words: ProviderWords;
}

/** The product's mark (web/ui/mark.tsx). */
const MARK = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
  <path class="mark-paper" d="M5 3h15l7 7v19H5z" />
  <path class="mark-fold" d="M20 3v7h7z" />
  <path class="mark-route" d="M9 11.5l3.6 12L16 14l3.4 9.5L23 16" />
</svg>`;

export function page({ language, words }: PageFrame, title: string, body: Markup): string {
  return html`<!doctype html>
    <html lang="${language}" dir="${words.dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} · Waybill</title>
        <link rel="stylesheet" href="/assets/page.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <main>
          <div class="brand">${MARK}<bdi dir="ltr" translate="no">Waybill</bdi></div>
          ${body}
        </main>
      </body>
    </html>`.text;
}

export const roleNames = (words: ProviderWords, person: DemoPerson) =>
  person.roles.map((role) => words.roles[role] ?? role).join(" · ") || words.noRole;

/** The people of the demo as buttons, and a way out. */
export function signInPage(frame: PageFrame, action: string, people: readonly DemoPerson[]): string {
  const { words } = frame;
  const buttons = people.map(
    (person) =>
      html`<li>
        <button name="person" value="${person.hint}">
          <bdi>${person.name}</bdi> <small>${roleNames(words, person)}</small>
        </button>
      </li>`,
  );
  return page(
    frame,
    words.signIn,
    html`<h1>${words.who}</h1>
      <p>${words.demo}</p>
      <form method="post" action="${action}">
        <ul>
          ${buttons}
        </ul>
        <button name="cancel" value="yes">${words.cancel}</button>
      </form>`,
  );
}

/** @param form the provider's hidden form, with its id `op.logoutForm` and its token against forgery */
export function signOutPage(frame: PageFrame, form: string, atOnce: boolean): string {
  const { words } = frame;
  const inside = atOnce
    ? html`<input type="hidden" name="logout" value="yes" /><button class="main">${words.signOut}</button>`
    : html`<div class="stack">
        <button class="main" name="logout" value="yes">${words.signOut}</button><button>${words.stay}</button>
      </div>`;
  const filled = new Markup(form.replace("</form>", `${inside.text}</form>`));
  const script = atOnce ? html`<script src="/assets/submit.js" defer></script>` : html``;
  return page(
    frame,
    words.signOut,
    html`<h1>${atOnce ? words.signOut : words.signOutAsk}</h1>
      ${filled}${script}`,
  );
}

export function signedOutPage(frame: PageFrame, appUrl: string): string {
  return page(
    frame,
    frame.words.signedOut,
    html`<h1>${frame.words.signedOut}</h1>
      ${backLink(frame.words, appUrl)}`,
  );
}

export function failurePage(frame: PageFrame, code: string, appUrl: string): string {
  const { words } = frame;
  return page(
    frame,
    words.failed,
    html`<h1>${words.failed}</h1>
      <p>${words.failedWhy} <code>${code}</code></p>
      ${backLink(words, appUrl)}`,
  );
}

/** @param again the address that was asked for */
export function notNowPage(frame: PageFrame, again: string, appUrl: string): string {
  const { words } = frame;
  return page(
    frame,
    words.notNow,
    html`<h1>${words.notNow}</h1>
      <p>${words.notNowWhy}</p>
      <div class="stack">
        <a class="button main" href="${again}">${words.tryAgain}</a
        ><a class="button" href="${appUrl}/">${words.back}</a>
      </div>`,
  );
}

export const backLink = (words: ProviderWords, appUrl: string) =>
  html`<a class="button main" href="${appUrl}/">${words.back}</a>`;
