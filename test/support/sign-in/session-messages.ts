import type { Page } from "playwright-core";
import type { Person } from "../web/browser.ts";
import { enterAs, issuerOfProduct } from "./enter-as.ts";
import { ageSession, hours, phaseIs, storedForOffline } from "./session-page.ts";
import { type Spoken, said } from "../checks/spoken.ts";

/** A screen or a failure of signing in, and how it really comes about in a browser. */
export interface StateMessage {
  readonly name: string;
  /** Stands on it, with everything there that it shows. */
  readonly open: (person: Person, words: Spoken) => Promise<Page>;
}

const heading = (page: Page, text: string | undefined) =>
  page.getByRole("heading", { level: 1, name: text ?? "", exact: true }).waitFor();
const settled = async (page: Page): Promise<Page> => {
  await page.waitForFunction(() => document.querySelector(".skeleton") === null);
  return page;
};
/** Inside the page, not the one in the bar. */
const signIn = (page: Page, { hall }: Spoken) =>
  page
    .getByRole("main")
    .getByRole("button", { name: hall["session.sign-in"] ?? "", exact: true })
    .click();

/** A link of the right form that nobody gave out. */
const MADE_UP = "/join#0123456789abcdefABCDEF";

export const SCREENS: readonly StateMessage[] = [
  {
    name: "account",
    async open({ page }, { accounts }) {
      await enterAs(page, "ada", "/account");
      await heading(page, accounts["account.title"]);
      await page.getByText(accounts["devices.here"] ?? "").waitFor();
      return settled(page);
    },
  },
  {
    name: "diagnostics",
    async open({ page }, { accounts }) {
      await enterAs(page, "ada", "/account/diagnostics");
      await heading(page, accounts["diagnosis.title"]);
      await page.getByRole("button", { name: accounts["diagnosis.copy"] ?? "" }).waitFor();
      return settled(page);
    },
  },
  {
    name: "people",
    async open({ page }, words) {
      await enterAs(page, "greta", "/a/people");
      await heading(page, words.accounts["people.title"]);
      const email = `kim.${Date.now()}@radkurier-nord.example`;
      await invite(page, words, email);
      await page.getByRole("button", { name: words.accounts["invite.done"] ?? "" }).click();
      await page
        .getByRole("button", { name: said(words.accounts["invitations.withdraw-named"], { email }) })
        .waitFor();
      await page.getByText("Carla Ruiz").first().waitFor();
      return settled(page);
    },
  },
  {
    name: "invite",
    async open({ page }, words) {
      await enterAs(page, "greta", "/a/people");
      await invite(page, words, `robin.${Date.now()}@radkurier-nord.example`);
      return settled(page);
    },
  },
  {
    name: "join",
    async open({ page }, { accounts }) {
      await page.goto(MADE_UP);
      await heading(page, accounts["join.title"]);
      return page;
    },
  },
  {
    name: "join-refused",
    async open({ page }, { accounts }) {
      await enterAs(page, "ada", MADE_UP);
      await heading(page, accounts["join.refused.title"]);
      return page;
    },
  },
  {
    name: "forbidden",
    async open({ page }, { session }) {
      await enterAs(page, "carla", "/a/people");
      await heading(page, session["title.wrong-role"]);
      return page;
    },
  },
];

/** Makes an invitation as people do; its link is then shown. */
async function invite(page: Page, { accounts, hall }: Spoken, email: string, role = "sender") {
  await page.getByRole("button", { name: accounts["invite.do"] ?? "", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(accounts["invite.email"] ?? "").fill(email);
  await dialog.getByRole("checkbox", { name: hall[`role.${role}`] ?? "" }).check();
  await dialog.getByRole("button", { name: accounts["invite.make"] ?? "" }).click();
  const link = dialog.getByLabel(accounts["invite.link"] ?? "");
  await link.waitFor();
  return link.inputValue();
}

export const MESSAGES: readonly StateMessage[] = [
  {
    name: "F1",
    async open({ page, context }, words) {
      await context.route(`${await issuerOfProduct()}/**`, (route) => route.abort());
      await page.goto("/my/deliveries");
      await signIn(page, words);
      await page.getByText(words.session["auth.unreachable"] ?? "").waitFor();
      return page;
    },
  },
  {
    name: "F6",
    async open({ page }, { session }) {
      await page.goto("/auth/callback?code=made-up&state=made-up");
      await page.getByText(session["auth.stale-link"] ?? "").waitFor();
      return page;
    },
  },
  {
    name: "F9",
    async open({ page, context }, words) {
      await context.route(`${await issuerOfProduct()}/token`, async (route) => {
        const response = await route.fetch();
        const told: { id_token?: string } = await response.json();
        if (told.id_token === undefined) return route.fulfill({ response });
        // One sign of the signature is another.
        const forged = told.id_token.replace(/.(?=.{9}$)/, (sign) => (sign === "A" ? "B" : "A"));
        await route.fulfill({ response, json: { ...told, id_token: forged } });
      });
      await page.goto("/my/deliveries");
      await signIn(page, words);
      await page.locator("button[name=person]").first().click();
      await page.getByText(words.session["auth.not-verified"] ?? "").waitFor();
      return page;
    },
  },
  {
    name: "F12",
    async open({ page }, { session }) {
      await enterAs(page, "noah", "/d/board");
      await heading(page, said(session["title.no-role"], { name: "Noah Keller" }));
      return page;
    },
  },
  {
    name: "F13",
    async open({ page, context }, { session, accounts, hall }) {
      await enterAs(page, "ada", "/my/deliveries");
      const other = await context.newPage();
      await other.goto("/account");
      await other.getByText(accounts["devices.here"] ?? "", { exact: true }).waitFor();
      await other
        .getByRole("main")
        .getByRole("button", { name: hall["session.sign-out"] ?? "", exact: true })
        .click();
      await page.getByText(session["auth.ended-elsewhere"] ?? "").waitFor();
      await other.close();
      return page;
    },
  },
  {
    name: "F26",
    async open({ page }, { session }) {
      await enterAs(page, "ada", "/my/deliveries");
      // As "clear site data" does: the record is gone, and with it what would say why.
      await page.evaluate(
        () =>
          new Promise<void>((done) => {
            localStorage.clear();
            const opening = indexedDB.open("wb.auth");
            opening.addEventListener("success", () => {
              const database = opening.result;
              const work = database.transaction("session", "readwrite");
              work.objectStore("session").clear();
              work.addEventListener("complete", () => {
                database.close();
                done();
              });
            });
          }),
      );
      await page.getByText(session["auth.storage-cleared"] ?? "").waitFor();
      return page;
    },
  },
  {
    name: "F27",
    async open({ page, context }, { session }) {
      await enterAs(page, "carla", "/c");
      await storedForOffline(page);
      await ageSession(page, hours(25));
      await context.setOffline(true);
      await page.close();
      const fresh = await context.newPage();
      await fresh.goto("/c");
      await phaseIs(fresh, "signed-out");
      await heading(fresh, session["title.connect"]);
      return fresh;
    },
  },
];
