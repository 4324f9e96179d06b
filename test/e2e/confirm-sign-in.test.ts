import type { Browser, Page, Response } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import accounts from "#features/accounts/web/words/en.json" with { type: "json" };
import money from "#features/books/web/money/words/en.json" with { type: "json" };
import arabicPrivacy from "#features/privacy/web/words/ar.json" with { type: "json" };
import privacy from "#features/privacy/web/words/en.json" with { type: "json" };
import arabicConfirm from "#web/confirm/words/ar.json" with { type: "json" };
import confirm from "#web/confirm/words/en.json" with { type: "json" };
import { inProductDatabase } from "#test/support/database/product-database.ts";
import { moneyByWire } from "#test/support/paying/money-by-wire.ts";
import { openSheet } from "#test/support/paying/payment-sheet.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import {
  axeFaults,
  type Look,
  openBrowser,
  openPerson,
  type Person,
  productUrl,
} from "#test/support/web/browser.ts";
import { spoken } from "#test/support/checks/spoken.ts";
import { answerOf, downloadOf } from "#test/support/web/heard.ts";
import { button, like } from "#test/support/web/journey.ts";

const HOUR_S = 3600;
/** Number of everybody whom the wire books for. */
const KNOWN_BY_WIRE = "+4930123456";
// Each waits for conditions only; a busy machine makes them late.
vi.setConfig({ testTimeout: 240_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Somebody whose sign-in is an hour old, at the provider as in the token in hand. */
async function enterAnHourAgo(hint: string, look?: Look): Promise<Person> {
  const person = await openPerson(browser, look);
  person.context.setDefaultTimeout(60_000);
  await enterAs(person.page, hint, "/account/diagnostics");
  await inProductDatabase(inject("productFolder"), async (client) => {
    const { rows } = await client.query(
      `update oidc.record set payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload->>'loginTs')::bigint - $2))
       where kind = 'Session' and id = (select id from oidc.record
         where kind = 'Session' and payload->>'accountId' = $1 order by payload->>'loginTs' desc limit 1)
       returning uid`,
      [`demo-${hint}`, HOUR_S],
    );
    await client.query(
      `update oidc.record set payload = jsonb_set(payload, '{authTime}', to_jsonb((payload->>'authTime')::bigint - $2))
       where kind = 'RefreshToken' and payload->>'sessionUid' = $1`,
      [rows[0]?.uid, HOUR_S],
    );
  });
  return person;
}

/** Fetches the token that says how old the sign-in is. */
async function renewToken(page: Page, checkNow: string): Promise<void> {
  const isRenewed = (answer: Response) => answer.url().endsWith("/token") && answer.ok();
  await answerOf(page, isRenewed, () => button(page, checkNow).click());
  await page.locator("button:not([aria-busy])", { hasText: checkNow }).waitFor();
}

/** Goes to the provider, is asked there, and comes back. */
async function confirmAs(page: Page, name: string, go: string, path: string): Promise<void> {
  await button(page, go).click();
  await page.waitForURL(/\/interaction\//);
  await page.getByRole("button", { name }).click();
  await page.waitForURL(`${productUrl()}${path}`);
}

test("a refund by somebody who signed in long ago is confirmed at the provider, and what was typed is still there", async () => {
  const town = moneyByWire(productUrl());
  const one = await town.taken();
  const { page, context, watch } = await enterAnHourAgo("greta");
  await renewToken(page, accounts["diagnosis.check-now"]);
  const sheet = await openSheet(page, one);
  await button(sheet, money["refund.do"]).click();
  const form = page.getByRole("dialog", { name: like(money["refund.title"]) });
  await form.getByLabel(money["money.amount"]).fill("2.50");
  await form.getByLabel(money["refund.reason"]).selectOption("late");
  await form.getByLabel(money["refund.note"]).fill("an hour late");
  await button(form, money["refund.ask"]).click();
  const question = page.getByRole("dialog", { name: confirm.title });
  await question.getByText("15").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await button(question, confirm.go).waitFor();
  await confirmAs(page, "Greta", confirm.go, "/f");
  expect(await form.getByLabel(money["money.amount"]).inputValue()).toBe("2.50");
  expect(await form.getByLabel(money["refund.reason"]).inputValue()).toBe("late");
  expect(await form.getByLabel(money["refund.note"]).inputValue()).toBe("an hour late");
  await button(form, money["refund.ask"]).click();
  await sheet.getByText("€2.50 was refunded to the card.").waitFor();
  expect(watch.errors).toEqual([]);
  await context.close();
});

test.each([
  ["en", privacy, confirm],
  ["ar", arabicPrivacy, arabicConfirm],
] as const)("a copy of a person's data is confirmed the same way, %s", async (locale, words, say) => {
  await moneyByWire(productUrl()).taken();
  const { page, context, watch } = await enterAnHourAgo("greta", { locale });
  await renewToken(page, spoken(locale).accounts["diagnosis.check-now"] ?? "");
  await page.goto("/a/privacy");
  const phone = page.getByRole("textbox", { name: words["person.phone"] });
  await phone.fill(KNOWN_BY_WIRE);
  const typed = await phone.inputValue();
  await button(page, words["person.find"]).click();
  await button(page, words["known.copy"]).click();
  await page.getByRole("dialog", { name: say.title }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await confirmAs(page, "Greta", say.go, "/a/privacy");
  expect(await phone.inputValue()).toBe(typed);
  const file = await downloadOf(page, () => button(page, words["known.copy"]).click());
  expect(file.suggestedFilename()).toBe("person.json");
  expect(watch.errors).toEqual([]);
  await context.close();
});
