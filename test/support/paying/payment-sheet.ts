import type { Locator, Page } from "playwright-core";
import words from "#features/books/web/money/words/en.json" with { type: "json" };
import { button } from "../web/journey.ts";

/** Opens the page of money anew and then a payment's sheet. @param nth of the order's payments, newest first; -1 is the oldest */
export async function openSheet(
  page: Page,
  { number }: { readonly number: string },
  read = words,
  nth = 0,
): Promise<Locator> {
  await page.goto("/f");
  const name = read["trace.open"].replace("{number}", number);
  const payments = page.getByRole("region", { name: read["money.payments"], exact: true });
  await button(payments, name).nth(nth).press("Enter");
  const sheet = page.getByRole("dialog", { name });
  await sheet.getByText(read["trace.calls"]).waitFor();
  return sheet;
}
