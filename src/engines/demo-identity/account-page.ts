import bowser from "bowser";
import type { DemoPerson } from "./people.ts";
import { pictureOf } from "./picture.ts";
import { type Markup, html } from "./html.ts";
import { type PageFrame, backLink, page, roleNames } from "./pages.ts";
import type { ProviderSession } from "./sessions.ts";
import type { ProviderWords } from "./words.ts";

export interface SessionRow extends ProviderSession {
  /** The browser that looks at the page. */
  readonly here: boolean;
}

export interface AccountView {
  readonly person: DemoPerson | undefined;
  readonly rows: readonly SessionRow[];
  /** Against forms of other pages. */
  readonly token: string;
  readonly appUrl: string;
  readonly nowS: number;
  /** Something was just ended here. */
  readonly ended: boolean;
}

export function accountPage(frame: PageFrame, view: AccountView): string {
  const { words } = frame;
  const notice = view.ended ? html`<p class="notice" role="status">${words.ended}</p>` : html``;
  const inside = view.person ? signedIn(frame, view, view.person) : html`<p>${words.nobody}</p>`;
  return page(
    frame,
    words.account,
    html`<h1>${words.account}</h1>
      ${notice}${inside}
      <div class="stack">${backLink(words, view.appUrl)}</div>`,
  );
}

function signedIn(frame: PageFrame, view: AccountView, person: DemoPerson): Markup {
  const { words } = frame;
  return html`<div class="person">
      <img src="${pictureOf(person)}" alt="" width="56" height="56" />
      <p>
        <strong><bdi>${person.name}</bdi></strong
        ><br /><bdi>${person.email}</bdi><br />${roleNames(words, person)}
      </p>
    </div>
    <h2>${words.sessions}</h2>
    <ul class="sessions">
      ${view.rows.map((row) => sessionItem(frame, view, row))}
    </ul>
    <form method="post" action="/account">
      <input type="hidden" name="token" value="${view.token}" />
      <button class="danger">${words.signOutEverywhere}</button>
    </form>`;
}

function sessionItem({ language, words }: PageFrame, view: AccountView, row: SessionRow): Markup {
  const name = browserName(row.agent, words);
  const here = row.here ? html` <span class="chip">${words.thisBrowser}</span>` : html``;
  return html`<li>
    <div>
      <bdi>${name}</bdi>${here}<br /><small>${words.since} ${ago(language, row.since - view.nowS)}</small>
    </div>
    <form method="post" action="/account">
      <input type="hidden" name="token" value="${view.token}" />
      <input type="hidden" name="session" value="${row.uid}" />
      <button aria-label="${words.signOut}: ${name}">${words.signOut}</button>
    </form>
  </li>`;
}

/** "Firefox · Linux"; both in Latin letters in every language. */
function browserName(agent: string, words: ProviderWords): string {
  if (agent === "") return words.unknownBrowser;
  const parser = bowser.getParser(agent);
  const names = [parser.getBrowserName(), parser.getOSName()].filter(Boolean);
  return names.length > 0 ? names.join(" · ") : words.unknownBrowser;
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** "2 hours ago": right in every time zone, which the provider does not know. */
function ago(language: string, seconds: number): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const [unit, size] = UNITS.find(([, length]) => -seconds >= length) ?? (["second", 60] as const);
  return format.format(Math.min(0, Math.trunc(seconds / size)), unit);
}
