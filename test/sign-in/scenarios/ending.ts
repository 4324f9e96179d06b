import type { Response } from "playwright-core";
import { expect, test } from "vitest";
import { answerOf } from "#test/support/web/heard.ts";
import { SESSION_TIMES } from "#contract/session.ts";
import {
  HOME,
  WORDS,
  arrive,
  signIn,
  reads,
  signInButton,
  unusedCredentials,
  phaseIs,
  note,
} from "../pages.ts";
import type { Extent } from "../extent.ts";
import type { Stage, Visitor } from "../stage.ts";

/** Two looks of the session check, the question to the provider, and a machine at work on other things. */
const SOON_MS = 2 * SESSION_TIMES.sessionCheckEveryS * 1000 + 20_000;

/** The session is ended at the provider's side. */
export function ending(stage: () => Stage, extent: Extent): void {
  const end = async (visitor: Visitor, by: string): Promise<number> => {
    const began = performance.now();
    // A frame sees the cookies of its browser, and not what an administrator does.
    if (by === "the frame") await stage().provider.signOutThere(visitor.context);
    else await stage().provider.endSession(visitor.context, "bo");
    await phaseIs(visitor.page, "signed-out", SOON_MS);
    return note(`ended at the provider, noticed by ${by}`, began);
  };

  test("an ended session's token is refused by the API at once, though it has minutes to live", async () => {
    const visitor = await stage().open();
    await signIn(stage(), visitor, "bo");
    const first = await unusedCredentials(visitor.page);
    const second = await unusedCredentials(visitor.page);
    const ask = (headers: Record<string, string>) => fetch(`${stage().url}/api/me`, { headers });
    expect((await ask(first)).status).toBe(200);
    await stage().provider.endSession(visitor.context, "bo");
    await phaseIs(visitor.page, "signed-out", SOON_MS);
    const refused = await ask(second);
    expect(refused.status).toBe(401);
    expect(await refused.text()).toContain("ended");
    await visitor.context.close();
  });

  if (extent === "tokens") return;

  test("a session that ends at the provider ends here within seconds, and signing in again comes back", async () => {
    const visitor = await stage().open();
    await signIn(stage(), visitor, "bo");
    expect(await end(visitor, "any signal")).toBeLessThan(SOON_MS / 1000);
    const { page } = visitor;
    // Whether a signal or a refused call was first decides how the sentence goes on.
    expect(await reads(page, /^You were signed out/)).toBe(true);
    await signInButton(page)
      .or(page.getByRole("button", { name: WORDS.session["way.again"] }))
      .first()
      .click();
    await stage().provider.asks(page);
    await stage().provider.fillIn(page, "bo");
    await page.waitForURL(`${stage().url}${HOME.bo}`);
    await visitor.context.close();
  });

  test("a device that was signed out from another one is asked who it is, and is in again", async () => {
    const desktop = await stage().open();
    const phone = await stage().open();
    await signIn(stage(), desktop, "bo");
    await signIn(stage(), phone, "bo");
    await desktop.page.goto("/account");
    await desktop.page.getByRole("button", { name: WORDS.accounts["others.do"] }).click();
    await desktop.page.getByRole("dialog").getByRole("button", { name: WORDS.accounts["others.do"] }).click();
    await phaseIs(phone.page, "signed-out", SOON_MS);
    await phone.page.getByRole("button", { name: WORDS.session["way.again"] }).first().click();
    await stage().provider.asks(phone.page);
    await stage().provider.fillIn(phone.page, "bo");
    await arrive(stage(), phone.page, HOME.bo);
    const isMe = (answer: Response) => new URL(answer.url()).pathname === "/api/me";
    const welcome = await answerOf(phone.page, isMe, () => phone.page.goto("/account"));
    expect(welcome.status()).toBe(200);
    await phaseIs(phone.page, "signed-in");
    await phaseIs(desktop.page, "signed-in");
    await desktop.context.close();
    await phone.context.close();
  });

  test("the back channel alone is enough: our server is told, and tells the browser", async () => {
    const visitor = await stage().open();
    await visitor.context.route(/login-status-iframe|\/session\/check/, (route) => route.abort());
    await signIn(stage(), visitor, "bo");
    expect(await end(visitor, "the back channel")).toBeLessThan(SOON_MS / 1000);
    await visitor.context.close();
  });

  test("the frame alone is enough: it proves alive and says when the session is gone", async () => {
    const visitor = await stage().open();
    // Without the event stream no word of our server reaches the browser.
    await visitor.context.route("**/api/live**", (route) => route.abort());
    await signIn(stage(), visitor, "bo");
    await visitor.page.goto("/account/diagnostics");
    expect(await reads(visitor.page, WORDS.accounts["diagnosis.by.frame"])).toBe(true);
    expect(await end(visitor, "the frame")).toBeLessThan(SOON_MS / 1000);
    await visitor.context.close();
  });
}
