import type { Response } from "playwright-core";
import { expect, test } from "vitest";
import { answerOf } from "#test/support/web/heard.ts";
import {
  HOME,
  WORDS,
  arrive,
  checkNow,
  credentialsOf,
  goToProvider,
  menuOf,
  note,
  places,
  reads,
  signIn,
  phaseIs,
  renew,
} from "../pages.ts";
import { PEOPLE } from "../people.ts";
import type { Administration } from "../provider.ts";
import type { Extent } from "../extent.ts";
import type { Stage } from "../stage.ts";

/** The sentence of F36 without its gap. */
const REFUSED = WORDS.session["auth.token-refused"].split("{fault}")[0] ?? "";

/** Acts of an administrator at a provider that has an administration. */
export function administered(stage: () => Stage, extent: Extent): void {
  const administration = (): Administration => {
    const found = stage().provider.administration;
    if (!found) throw new Error("this provider has no administration");
    return found;
  };

  test("a token that is about to run out is renewed by itself", async () => {
    await administration().setTokenLife(12);
    try {
      const visitor = await stage().open();
      await signIn(stage(), visitor, "bo");
      const isToken = (answer: Response) => answer.url().endsWith("/token");
      const renewed = await answerOf(visitor.page, isToken, () => Promise.resolve());
      expect(renewed.status()).toBe(200);
      await phaseIs(visitor.page, "signed-in");
      await visitor.context.close();
    } finally {
      await administration().setTokenLife(300);
    }
  });

  test("a token for somebody else's API is refused, and an administrator reads what to correct", async () => {
    await administration().setAudience(false);
    try {
      const { page, context } = await stage().open();
      await goToProvider(stage(), page, "/a/people");
      await stage().provider.fillIn(page, "greta");
      expect(await reads(page, REFUSED)).toBe(true);
      expect(await reads(page, "WAYBILL_OIDC_AUDIENCE")).toBe(true);
      await context.close();
    } finally {
      await administration().setAudience(true);
    }
  });

  test("tokens signed with a new key of the provider are taken within seconds", async () => {
    const visitor = await stage().open();
    await signIn(stage(), visitor, "bo");
    const { page } = visitor;
    await administration().rotateKeys();
    const kid = (authorization: string): unknown =>
      JSON.parse(Buffer.from(authorization.split(/[ .]/)[1] ?? "", "base64url").toString()).kid;
    const before = await credentialsOf(page, () => page.goto("/account"));
    const began = performance.now();
    await renew(stage(), page);
    const after = await credentialsOf(page, () => page.goto("/account"));
    expect(kid(after.authorization)).not.toBe(kid(before.authorization));
    expect(await reads(page, "bo@demo.example")).toBe(true);
    note("a new signing key was taken", began);
    await menuOf(page, "bo").waitFor();
    await visitor.context.close();
  });

  if (extent === "tokens") return;

  test("a role of the whole realm counts by the role map", async () => {
    const visitor = await stage().open();
    await signIn(stage(), visitor, "otto");
    expect(await places(visitor.page, "otto")).toEqual(expect.arrayContaining(["/d/board", "/a/people"]));
    await visitor.context.close();
  });

  test("a wrong password stays at the provider, and the right one still leads in", async () => {
    const { page, context } = await stage().open();
    await goToProvider(stage(), page, HOME.ada);
    await administration().enterWrongPassword(page, "ada");
    expect(new URL(page.url()).origin).toBe(new URL(stage().provider.issuer).origin);
    await stage().provider.fillIn(page, "ada");
    await arrive(stage(), page, HOME.ada);
    await context.close();
  });

  test("a role that is taken away and given back at the provider counts at the next refresh", async () => {
    const visitor = await stage().open();
    await signIn(stage(), visitor, "bo");
    const { page } = visitor;
    try {
      await administration().setRoles("bo", []);
      await renew(stage(), page);
      await page.goto(HOME.bo);
      expect(await reads(page, `Signed in as ${PEOPLE.bo.name}, without a role here`)).toBe(true);
    } finally {
      await administration().setRoles("bo", ["dispatcher"]);
    }
    await renew(stage(), page);
    await page.goto(HOME.bo);
    await page.getByRole("navigation", { name: WORDS.hall["shell.nav"] }).first().waitFor();
    expect(await places(page, "bo")).toContain(HOME.bo);
    await visitor.context.close();
  });

  test("who is disabled while working is signed out at the next question and not let in again", async () => {
    const visitor = await stage().open();
    await signIn(stage(), visitor, "carla");
    await administration().setEnabled("carla", false);
    try {
      await checkNow(visitor.page);
      await phaseIs(visitor.page, "signed-out");
      const again = await stage().open();
      await goToProvider(stage(), again.page, "/c");
      await stage().provider.fillIn(again.page, "carla");
      await stage().provider.asks(again.page);
      expect(new URL(again.page.url()).origin).toBe(new URL(stage().provider.issuer).origin);
      await again.context.close();
    } finally {
      await administration().setEnabled("carla", true);
    }
    await visitor.context.close();
  });
}
