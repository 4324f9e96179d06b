import { expect, test } from "vitest";
import {
  HOME,
  WORDS,
  arrive,
  chooseInMenu,
  credentialsOf,
  goToProvider,
  menuOf,
  phaseOf,
  places,
  reads,
  signIn,
  signInButton,
  phaseIs,
} from "../pages.ts";
import { PEOPLE, type Who } from "../people.ts";
import { SESSION_TIMES } from "#contract/session.ts";
import { shiftClock } from "#test/support/sign-in/session-page.ts";
import type { Extent } from "../extent.ts";
import type { Stage } from "../stage.ts";

/** Signing in, what it shows, and whom it lets where. */
export function goingIn(stage: () => Stage, extent: Extent): void {
  const openTo: readonly [Who, string, string[]][] = [
    ["ada", "/d/board", ["/d/board", "/c", "/a/people"]],
    ["carla", "/a/people", ["/d/board", "/a/people"]],
    ["bo", "/c", ["/c"]],
    ["greta", "/c", ["/c"]],
  ];
  test.for(openTo)(
    "%s goes where the role allows, and reads elsewhere who can grant more",
    async ([who, closed, hidden]) => {
      const visitor = await stage().open();
      await signIn(stage(), visitor, who);
      const { page } = visitor;
      const offered = await places(page, who);
      expect(hidden.filter((path) => offered.includes(path))).toEqual([]);
      await page.goto(closed);
      expect(await reads(page, WORDS.session["title.wrong-role"])).toBe(true);
      expect(await reads(page, /an administrator of .+ can give it to you/)).toBe(true);
      await visitor.context.close();
    },
  );

  test("a deep link leads over the provider's page back to itself, and the address keeps no trace of it", async () => {
    const { page, context } = await stage().open();
    const path = "/d/board?tab=couriers";
    await goToProvider(stage(), page, path);
    expect(new URL(page.url()).origin).toBe(new URL(stage().provider.issuer).origin);
    await stage().provider.fillIn(page, "bo");
    await arrive(stage(), page, path);
    await menuOf(page, "bo").waitFor();
    const kept = await page.evaluate(() => [location.href, document.referrer, JSON.stringify(history.state)]);
    expect(kept.join(" ")).not.toMatch(/code=|session_state|iss=/);
    await context.close();
  });

  test("a reload keeps the session and asks the provider for nothing", async () => {
    const visitor = await stage().open();
    await signIn(stage(), visitor, "ada");
    const { page } = visitor;
    const seen: string[] = [];
    page.on("framenavigated", (frame) => frame === page.mainFrame() && seen.push(frame.url()));
    await page.reload();
    await menuOf(page, "ada").waitFor();
    await phaseIs(page, "signed-in");
    expect(seen).toEqual([`${stage().url}${HOME.ada}`]);
    await visitor.context.close();
  });

  test("the API is called with the provider's tokens in their own scheme", async () => {
    const visitor = await stage().open();
    await signIn(stage(), visitor, "ada");
    const { authorization, proof } = await credentialsOf(visitor.page, () => visitor.page.goto("/account"));
    const { tokenType } = stage().provider;
    expect(authorization).toMatch(new RegExp(`^${tokenType} ey`));
    expect(proof === undefined).toBe(tokenType === "Bearer");
    const answer = await fetch(`${stage().url}/api/me`, {
      headers: { authorization: authorization.replace(/^\w+/, "Bearer") },
    });
    // A token taken from the browser is worth nothing without its key.
    expect(answer.status).toBe(tokenType === "DPoP" ? 401 : 200);
    await visitor.context.close();
  });

  if (extent === "tokens") return;

  test("the first sign-in makes a member, with the roles that the provider names", async () => {
    const newcomer = await stage().open();
    await signIn(stage(), newcomer, "ada");
    await newcomer.context.close();
    const visitor = await stage().open();
    await signIn(stage(), visitor, "greta");
    const row = visitor.page.getByRole("row").filter({ hasText: PEOPLE.ada.email });
    await row.filter({ hasText: WORDS.hall["role.sender"] }).waitFor();
    expect(await row.innerText()).toContain(PEOPLE.ada.name);
    await visitor.context.close();
  });

  test("the menu shows name and picture as the provider tells them", async () => {
    const visitor = await stage().open();
    await signIn(stage(), visitor, "ada");
    const picture = menuOf(visitor.page, "ada").locator("img");
    await picture.waitFor();
    expect(await picture.getAttribute("src")).toMatch(/^data:image/);
    await visitor.context.close();
  });

  test("who needs more than an hour at the provider is told to begin again", async () => {
    const { page, context } = await stage().open();
    await goToProvider(stage(), page, HOME.ada);
    await shiftClock(context, (SESSION_TIMES.pendingSignInS + 60) * 1000);
    await stage().provider.fillIn(page, "ada");
    expect(await reads(page, WORDS.session["auth.took-too-long"])).toBe(true);
    expect(await phaseOf(page)).toBe("signed-out");
    await context.close();
  });

  test("who turns back at the provider is told so and stays a guest", async () => {
    const { page, context } = await stage().open();
    await goToProvider(stage(), page, HOME.ada);
    await stage().provider.cancel(page);
    expect(await reads(page, WORDS.session["auth.cancelled"])).toBe(true);
    expect(await phaseOf(page)).toBe("signed-out");
    await context.close();
  });

  test("an answer that nobody asked for signs nobody in", async () => {
    const { page, context } = await stage().open();
    await page.goto(
      `/auth/callback?code=made-up&state=made-up&iss=${encodeURIComponent(stage().provider.issuer)}`,
    );
    expect(await reads(page, WORDS.session["auth.stale-link"])).toBe(true);
    expect(await phaseOf(page)).toBe("signed-out");
    await context.close();
  });

  test("who has no role is told by name, and can go out again", async () => {
    const { page, context } = await stage().open();
    await goToProvider(stage(), page, "/d/board");
    await stage().provider.fillIn(page, "noah");
    expect(await reads(page, `Signed in as ${PEOPLE.noah.name}, without a role here`)).toBe(true);
    await phaseIs(page, "signed-in");
    await context.close();
  });

  test("the account page of the provider is one press away and shows the same person", async () => {
    const visitor = await stage().open();
    await signIn(stage(), visitor, "carla");
    await chooseInMenu(visitor.page, "carla", WORDS.hall["session.console"]);
    const opened = visitor.context.pages().at(-1) ?? visitor.page;
    await stage().provider.showsAccount(opened, "carla");
    expect(opened.url()).toContain(stage().provider.issuer);
    await visitor.context.close();
  });

  test("signing out ends it at both ends: the provider asks again", async () => {
    const visitor = await stage().open();
    await signIn(stage(), visitor, "ada");
    const { page } = visitor;
    await chooseInMenu(page, "ada", WORDS.hall["session.sign-out"]);
    await page.waitForURL(`${stage().url}/`);
    await phaseIs(page, "signed-out");
    await page.goto(HOME.ada);
    await signInButton(page).click();
    await stage().provider.asks(page);
    expect(new URL(page.url()).origin).toBe(new URL(stage().provider.issuer).origin);
    await visitor.context.close();
  });
}
