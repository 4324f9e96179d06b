import { expect, test } from "vitest";
import {
  HOME,
  arrive,
  checkNow,
  chooseInMenu,
  credentialsOf,
  isTokenAnswer,
  menuOf,
  reads,
  renew,
  signIn,
  signInButton,
  WORDS,
  phaseIs,
} from "../pages.ts";
import { PEOPLE } from "../people.ts";
import type { Extent } from "../extent.ts";
import type { Stage } from "../stage.ts";

/** Staying signed in: renewed tokens, several tabs, a provider that is away for a while. */
export function goingOn(stage: () => Stage, extent: Extent): void {
  test("a renewed token is used from then on", async () => {
    const visitor = await stage().open();
    await signIn(stage(), visitor, "bo");
    const { page } = visitor;
    const before = await credentialsOf(page, () => page.goto("/account"));
    await renew(stage(), page);
    const after = await credentialsOf(page, () => page.goto("/account"));
    expect(after.authorization).not.toBe(before.authorization);
    expect(await reads(page, PEOPLE.bo.email)).toBe(true);
    await visitor.context.close();
  });

  test("two tabs renew at the same time without harming each other", async () => {
    const visitor = await stage().open();
    await signIn(stage(), visitor, "bo");
    const second = await visitor.context.newPage();
    const pages = [visitor.page, second];
    for (const page of pages) await page.goto("/account/diagnostics");
    const answers: number[] = [];
    visitor.context.on("response", (answer) => {
      const isPost = answer.request().method() === "POST";
      if (isPost && isTokenAnswer(stage(), answer.url())) answers.push(answer.status());
    });
    const button = WORDS.accounts["diagnosis.check-now"];
    for (let round = 0; round < 5; round += 1)
      await Promise.all(pages.map((page) => page.getByRole("button", { name: button }).click()));
    for (const page of pages) {
      await page.goto("/account");
      expect(await reads(page, PEOPLE.bo.email)).toBe(true);
      await phaseIs(page, "signed-in");
    }
    expect(new Set(answers)).toEqual(new Set([200]));
    await visitor.context.close();
  });

  if (extent === "tokens") return;

  test("tabs share one session: a second one asks nobody, and signing out in one reaches the other", async () => {
    const visitor = await stage().open();
    await signIn(stage(), visitor, "ada");
    const second = await visitor.context.newPage();
    await second.goto(HOME.ada);
    await arrive(stage(), second, HOME.ada);
    await menuOf(second, "ada").waitFor();
    await chooseInMenu(visitor.page, "ada", WORDS.hall["session.sign-out"]);
    await phaseIs(second, "signed-out");
    expect(await reads(second, WORDS.session["auth.ended-elsewhere"])).toBe(true);
    await visitor.context.close();
  });

  test("another person takes over in one tab, and the other shows nothing of the first", async () => {
    const visitor = await stage().open();
    await signIn(stage(), visitor, "ada", "/account");
    const second = await visitor.context.newPage();
    await second.goto("/account");
    expect(await reads(second, PEOPLE.ada.email)).toBe(true);
    await chooseInMenu(visitor.page, "ada", WORDS.hall["session.sign-out"]);
    // Over the provider's page and back: only then its session is over too.
    await visitor.page.waitForURL(`${stage().url}/`);
    await phaseIs(visitor.page, "signed-out");
    await visitor.page.goto("/account");
    await signInButton(visitor.page).click();
    await stage().provider.asks(visitor.page);
    await stage().provider.fillIn(visitor.page, "carla");
    await arrive(stage(), visitor.page, "/account");
    await menuOf(second, "carla").waitFor();
    expect(await reads(second, PEOPLE.carla.email)).toBe(true);
    expect(await second.getByText("Ada").count()).toBe(0);
    await visitor.context.close();
  });

  test("a provider that does not answer signs nobody out, and work goes on when it is back", async () => {
    const visitor = await stage().open();
    await signIn(stage(), visitor, "bo");
    const { page } = visitor;
    const speakAgain = await stage().provider.silence(visitor.context);
    try {
      await checkNow(page);
      await phaseIs(page, "signed-in-offline", 30_000);
      // Work that the token still allows goes on.
      await page.goto("/account");
      expect(await reads(page, PEOPLE.bo.email)).toBe(true);
    } finally {
      await speakAgain();
    }
    await phaseIs(page, "signed-in", 40_000);
    await menuOf(page, "bo").waitFor();
    await visitor.context.close();
  });
}
