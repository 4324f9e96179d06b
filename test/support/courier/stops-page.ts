import type { BrowserContext, Page } from "playwright-core";
import { type Look, type Person, PHONE, enterBy, openPerson } from "#test/support/web/browser.ts";
import type { Browser } from "playwright-core";
import { expect } from "vitest";
import ar from "#features/courier/web/words/ar.json" with { type: "json" };
import en from "#features/courier/web/words/en.json" with { type: "json" };
import phoneAr from "#features/courier-phone/web/words/ar.json" with { type: "json" };
import phoneEn from "#features/courier-phone/web/words/en.json" with { type: "json" };
import custodyAr from "#features/custody/web/words/ar.json" with { type: "json" };
import custodyEn from "#features/custody/web/words/en.json" with { type: "json" };

/** Words of the courier's pages by language. */
export const STOP_WORDS = {
  en: { ...custodyEn, ...phoneEn, ...en },
  ar: { ...custodyAr, ...phoneAr, ...ar },
} as const;
export type Tongue = keyof typeof STOP_WORDS;

/** A courier whose app and day are stored on the phone. */
export async function openCourier(browser: Browser, tongue: Tongue = "en", look: Look = {}): Promise<Person> {
  const person = await openPerson(browser, { ...PHONE, worker: true, ...look, locale: tongue });
  await person.context.addInitScript(noteErrors);
  await enterBy(person.page, "courier");
  await person.page.locator(".courier-stop").first().waitFor();
  await person.page.getByTestId("phone-status").getByRole("link").waitFor();
  await isStored(person.page);
  expect(await person.page.evaluate(() => Reflect.get(globalThis, "shownErrors"))).toEqual([]);
  return person;
}

/** Keeps the words of every error that stood on the page, however shortly. */
function noteErrors(): void {
  const shown: string[] = [];
  Reflect.set(globalThis, "shownErrors", shown);
  const look = () => {
    const error = document.querySelector(".courier-day .message:not(.message-empty)");
    if (error) shown.push(error.textContent ?? "");
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

/** The service worker has everything that the app needs without a network. */
async function isStored(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** Makes the page's processor so many times slower. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: times });
}

/** Taps one of the courier's main actions. */
export const tap = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

export const statusOf = (page: Page) => page.getByTestId("phone-status");

/** Signs on the sheet with a finger. */
export async function sign(page: Page): Promise<void> {
  const box = await page.locator("dialog canvas").boundingBox();
  if (!box) throw new Error("there is nothing to sign on");
  await page.mouse.move(box.x + 40, box.y + 60);
  await page.mouse.down();
  for (const [x, y] of [
    [90, 20],
    [120, 90],
    [180, 40],
    [220, 80],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y, { steps: 4 });
  await page.mouse.up();
}

/** Counts unsent work, from its own database. */
export function unsentOn(page: Page): Promise<{ ops: number; files: number }> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) =>
      name?.startsWith("wb.courier.") ? [name] : [],
    );
    const count = (database: IDBDatabase, store: string) =>
      new Promise<number>((done, fail) => {
        const reading = database.transaction(store).objectStore(store).getAll();
        reading.addEventListener("error", () => fail(reading.error));
        reading.addEventListener("success", () =>
          done(reading.result.filter((one: { state: string }) => one.state === "waiting").length),
        );
      });
    const sums = { ops: 0, files: 0 };
    for (const name of names) {
      const database = await new Promise<IDBDatabase>((done, fail) => {
        const opening = indexedDB.open(name);
        opening.addEventListener("error", () => fail(opening.error));
        opening.addEventListener("success", () => done(opening.result));
      });
      sums.ops += await count(database, "op");
      sums.files += await count(database, "file");
      database.close();
    }
    return sums;
  });
}

/** Comes on duty, where the courier is not so already. */
export async function comeOnDuty(page: Page): Promise<void> {
  const duty = page.getByRole("switch");
  if (!(await duty.isChecked())) await duty.click();
  await page.getByRole("switch", { checked: true }).waitFor();
}

/** Closes the page as a phone that kills the app does, and starts it again. */
export async function startAgain(context: BrowserContext, page: Page, path = "/c"): Promise<Page> {
  await page.close();
  const fresh = await context.newPage();
  await fresh.goto(path);
  return fresh;
}
