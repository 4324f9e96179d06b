import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { courierApi } from "#features/courier/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import arabic from "#features/dispatch/web/words/ar.json" with { type: "json" };
import english from "#features/dispatch/web/words/en.json" with { type: "json" };
import { stopToDeliver } from "#test/support/courier/give-work.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import {
  DESKTOP,
  axeFaults,
  enterBy,
  openBrowser,
  openPerson,
  productUrl,
} from "#test/support/web/browser.ts";
import { button, shown } from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 300_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const notesOf = async (door: string): Promise<string[]> => {
  const token = await signIn(productUrl(), door);
  const { messages = [] } = await callWire(productUrl(), courierApi.readDay, {}, { token });
  return messages.map(({ text }) => text);
};

test.each([
  ["en", english, "holds 1 parcel"],
  ["ar", arabic, "طرد واحد مع"],
] as const)(
  "parcels that Carla holds are handed over to Dmitri from the board, said before the press and to both (%s)",
  async (locale, words, holds) => {
    const { deliveryId: id, number } = await stopToDeliver();
    const { page, context, watch } = await openPerson(browser, { locale, ...DESKTOP });
    await enterBy(page, "dispatcher");
    await page.goto(`/d/board?q=${number}`);
    const stop = page.getByRole("treeitem").filter({ hasText: number }).last();
    await stop.waitFor();
    await stop.click();
    await button(page, words["action.assign"]).click();
    const dialog = page.getByRole("dialog");
    const dmitri = dialog.getByRole("option").filter({ hasText: "Dmitri" });
    await shown(page, dmitri.getByText(holds));
    await dmitri.click();

    const place = dialog.getByLabel(words["hand-over.note"]);
    await shown(page, place);
    expect(await dialog.innerText()).toContain(holds);
    expect(await axeFaults(page)).toEqual([]);
    const met = `At the bridge ${crypto.randomUUID().slice(0, 8)}`;
    await place.fill(met);
    await button(dialog, words["hand-over.do"]).click();
    await dialog.waitFor({ state: "detached" });
    await expect
      .poll(
        async () => {
          const token = await signIn(productUrl(), "bo");
          return (await callWire(productUrl(), deliveriesApi.readDelivery, { id }, { token })).courierName;
        },
        { timeout: 60_000 },
      )
      .toMatch(/^Dmitri/);
    for (const door of ["carla", "dmitri"])
      expect((await notesOf(door)).some((text) => text.includes(number) && text.includes(met))).toBe(true);
    expect(watch.errors).toEqual([]);
    await context.close();
  },
);
