import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import arabicPages from "#features/delivery-pages/web/words/ar.json" with { type: "json" };
import englishPages from "#features/delivery-pages/web/words/en.json" with { type: "json" };
import arabicBoard from "#features/dispatch/web/words/ar.json" with { type: "json" };
import englishBoard from "#features/dispatch/web/words/en.json" with { type: "json" };
import arabic from "#features/history/web/words/ar.json" with { type: "json" };
import english from "#features/history/web/words/en.json" with { type: "json" };
import { MINUTE_MS } from "#kernel/instant.ts";
import { moneyByWire } from "#test/support/paying/money-by-wire.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import {
  axeFaults,
  DESKTOP,
  enterBy,
  openBrowser,
  openPerson,
  productUrl,
} from "#test/support/web/browser.ts";
import { button, like, shown } from "#test/support/web/journey.ts";
import arabicHall from "#web/words/ar.json" with { type: "json" };
import englishHall from "#web/words/en.json" with { type: "json" };

vi.setConfig({ testTimeout: 300_000 });

const SHOTS = process.env["WAYBILL_TEST_SHOTS"];
const WORDS = {
  en: { ...englishHall, ...english },
  ar: { ...arabicHall, ...arabic },
} as const;
type Words = (typeof WORDS)["en"];
const BOARD = { en: { ...englishBoard, ...englishPages }, ar: { ...arabicBoard, ...arabicPages } } as const;
const NARROW = { width: 390, height: 844 } as const;
/** The board is worked on a wide screen; then the history is read on this one. */
const LOOKS = [
  ["en", DESKTOP, false],
  ["ar", NARROW, true],
] as const;
/** One page of the history holds 50. */
const EDITS = 55;
/** A day of which no history is kept. */
const LONG_AGO = "2020-01-01";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
});
afterAll(() => browser.close());

const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `history-${name}.png`) });
};
const readAs = async (door: string, id: string): Promise<Delivery> =>
  callWire(productUrl(), deliveriesApi.readDelivery, { id }, { token: await signIn(productUrl(), door) });
const readAll = (ids: readonly string[]): Promise<Delivery[]> =>
  Promise.all(ids.map((id) => readAs("bo", id)));

/** Deliveries of a recipient of their own, by whom the board shows them alone. */
async function bookFor(recipient: string, count: number): Promise<string[]> {
  const town = moneyByWire(productUrl());
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await town.held(undefined, { recipient })).deliveryId);
  return ids;
}

/** Somebody of the office writes another note for the recipient's door. */
async function writeNote(door: string, id: string, note: string): Promise<void> {
  const token = await signIn(productUrl(), door);
  const { version, recipient } = await callWire(productUrl(), deliveriesApi.readDelivery, { id }, { token });
  const changed = { ...recipient, phone: recipient.phone ?? "", note };
  await callWire(productUrl(), deliveriesApi.editDelivery, { id, version, recipient: changed }, { token });
}

const waiting = (page: Page, words: { readonly "unassigned.title": string }): Locator =>
  page.getByRole("listbox", { name: words["unassigned.title"] }).getByRole("option");

/** Chooses the first two lines of the board, and presses a key of it. */
async function pressForTwo(page: Page, words: { readonly "unassigned.title": string }, key: string) {
  await page.getByRole("listbox", { name: words["unassigned.title"] }).focus();
  for (const one of ["Home", "Shift+ArrowDown", key]) await page.keyboard.press(one);
  await page.getByRole("dialog").waitFor();
}

/** Lines of the history about a delivery. */
const linesOf = (page: Page, words: Words, number: string): Locator =>
  page
    .getByRole("list", { name: words.title, exact: true })
    .getByRole("listitem")
    .filter({ hasText: number });
const ofKind = (lines: Locator, kind: string): Locator =>
  lines.filter({ has: lines.page().locator(".list-title", { hasText: new RegExp(`^${kind}$`) }) });
const undoOf = (line: Locator, words: Words, kind: string): Locator =>
  line.getByRole("button", { name: words["undo.named"].replace("{what}", kind), exact: true });

/** Waits for a sentence of a line with a name in it. */
const says = (line: Locator, sentence: string, name: string): Promise<void> =>
  line.getByText(like(sentence)).filter({ hasText: name }).waitFor();
const choice = (page: Page, name: string): Locator => page.getByRole("combobox", { name, exact: true });

const told = (page: Page, text: RegExp | string): Promise<void> =>
  shown(page, page.locator(".snackbar").getByText(text));

type BoardWords = (typeof BOARD)["en"];

/** Assigns two of five deliveries, moves two to another day, and writes a note for the last. */
async function workAtBoard(page: Page, board: BoardWords, recipient: string) {
  const ids = await bookFor(recipient, 5);
  await page.goto(`/d/board?q=${recipient}`);
  await expect.poll(() => waiting(page, board).count()).toBe(5);
  await pressForTwo(page, board, "a");
  await page.keyboard.type("Dmitri");
  await page.getByRole("dialog").getByRole("option").filter({ hasText: "Dmitri" }).first().waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => waiting(page, board).count()).toBe(3);
  await pressForTwo(page, board, "d");
  await page.getByRole("textbox", { name: board["postpone.day"], exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => waiting(page, board).count()).toBe(1);
  await page.getByRole("listbox", { name: board["unassigned.title"] }).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("e");
  await page.waitForURL("**/edit");
  const door = page.getByRole("group", { name: board["edit.recipient"], exact: true });
  await door.getByLabel(board["edit.note.recipient"]).fill("Bell of the second yard");
  await button(page, board["edit.save"]).click();
  await page.waitForURL(/\/d\/deliveries\/[^/]+$/);
  await expect
    .poll(async () => (await readAll(ids)).map(({ recipient: { note } }) => note).join(""))
    .toBe("Bell of the second yard");
  const all = await readAll(ids);
  const [one, other] = all.filter(({ courierName }) => courierName !== null);
  const noted = all.find(({ recipient: { note } }) => note !== "");
  const [moved, alsoMoved] = all.filter(
    (delivery) => delivery !== one && delivery !== other && delivery !== noted,
  );
  if (!one || !other || !noted || !moved || !alsoMoved) throw new Error("the board did something else");
  return { one, other, noted, moved, alsoMoved };
}

test.each(LOOKS)(
  "a dispatcher sees the day's commands, undoes one, and is refused whole where a colleague came between (%s)",
  async (locale, size, dark) => {
    const [words, board] = [WORDS[locale], BOARD[locale]];
    const recipient = `Rita-${crypto.randomUUID().slice(0, 8)}`;
    const { page, context, watch } = await openPerson(browser, { ...DESKTOP, locale, dark });
    await enterBy(page, "dispatcher");

    const { one, other, noted, moved, alsoMoved } = await workAtBoard(page, board, recipient);

    await page.setViewportSize(size);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.keyboard.press("h");
    await page.waitForURL("**/d/history");
    const [assigning, moving, writing] = [
      ofKind(linesOf(page, words, one.number), words["kind.plan.assign"]),
      ofKind(linesOf(page, words, moved.number), words["kind.plan.postpone"]),
      ofKind(linesOf(page, words, noted.number), words["kind.delivery.edit"]),
    ];
    for (const line of [assigning, moving, writing]) {
      await shown(page, line);
      await line.getByText("Bo Hansen", { exact: true }).waitFor();
      const at = Date.parse((await line.locator("time").getAttribute("datetime")) ?? "");
      expect(Math.abs(Date.now() - at)).toBeLessThan(15 * MINUTE_MS);
    }
    await says(assigning, words["to-courier"], "Dmitri");
    await assigning.getByRole("link", { name: other.number, exact: true }).waitFor();
    await moving.getByRole("link", { name: alsoMoved.number, exact: true }).waitFor();
    await moving.getByText(like(words["to-day"])).last().waitFor();
    await shot(page, locale);
    expect(await axeFaults(page)).toEqual([]);

    await choice(page, words.group).selectOption("plan");
    await writing.waitFor({ state: "detached" });
    await choice(page, words.person).selectOption({ label: "Bo Hansen" });
    await page.waitForURL(/person=/);
    for (const line of [assigning, moving]) await line.waitFor();
    await shot(page, `${locale}-filtered`);

    const follower = await context.newPage();
    await follower.setViewportSize(DESKTOP);
    await follower.goto(`/d/board?q=${recipient}`);
    await expect.poll(() => waiting(follower, board).count()).toBe(1);
    await undoOf(moving, words, words["kind.plan.postpone"]).click();
    await told(page, words.undone.replace("{what}", words["kind.plan.postpone"]));
    await says(moving, words["undone.by"], "Bo Hansen");
    expect(await moving.getByRole("button").count()).toBe(0);
    await expect.poll(() => waiting(follower, board).count()).toBe(3);
    await follower.close();
    for (const { id, window } of [moved, alsoMoved]) {
      const now = await readAs("bo", id);
      expect(now.window.start < window.start).toBe(true);
    }

    // Greta writes a note while the press is on its way.
    await page.route(
      "**/api/history/*/undo",
      async (route) => {
        await writeNote("greta", other.id, "Ring at the neighbour's");
        await route.continue();
      },
      { times: 1 },
    );
    await undoOf(assigning, words, words["kind.plan.assign"]).click();
    await told(page, like(words["refused.since"]));
    const said = await page.locator(".snackbar").innerText();
    for (const part of [words["kind.delivery.edit"], other.number, "Greta Sommer"])
      expect(said).toContain(part);
    await says(assigning, words["moved-on"], "Greta Sommer");
    expect(await assigning.getByRole("button").count()).toBe(0);
    await shot(page, `${locale}-refused`);
    expect(await axeFaults(page)).toEqual([]);
    for (const { id, courierName } of [one, other])
      expect((await readAs("bo", id)).courierName).toBe(courierName);
    await assigning.getByRole("link", { name: other.number, exact: true }).click();
    await page.waitForURL(`**/d/deliveries/${other.id}`);
    await page.getByText("Ring at the neighbour's").first().waitFor();
    expect({ ...watch }).toEqual({ foreign: [], errors: [] });
    await context.close();
  },
);

test.each(LOOKS)(
  "a long history is read page by page; a day without commands and a time without network say so (%s)",
  async (locale, size, dark) => {
    const words = WORDS[locale];
    const [id = ""] = await bookFor(`Rita-${crypto.randomUUID().slice(0, 8)}`, 1);
    for (let n = 1; n <= EDITS; n += 1) await writeNote("bo", id, `Note ${n}`);
    const { number } = await readAs("bo", id);
    const { page, context, watch } = await openPerson(browser, { ...size, locale, dark });
    await enterBy(page, "dispatcher");
    await page.goto("/d/history?group=delivery");
    const lines = linesOf(page, words, number);
    await expect.poll(() => lines.count()).toBe(50);
    const more = button(page, words["list.more"]);
    await more.scrollIntoViewIfNeeded();
    await shot(page, `${locale}-end-of-page`);
    await more.click();
    await expect.poll(() => lines.count()).toBe(EDITS);
    const times = await lines
      .locator("time")
      .evaluateAll((all) => all.map((one) => one.getAttribute("datetime") ?? ""));
    expect(times.toSorted((a, b) => b.localeCompare(a))).toEqual(times);
    // One edit stands in for all that came later.
    expect(await undoOf(lines, words, words["kind.delivery.edit"]).count()).toBe(1);
    expect(await axeFaults(page)).toEqual([]);

    await page.goto(`/d/history?date=${LONG_AGO}`);
    await shown(page, page.getByRole("heading", { name: words["empty.title"] }));
    await page.getByText(words["empty.text"]).waitFor();
    await shot(page, `${locale}-empty`);
    expect(await axeFaults(page)).toEqual([]);
    await choice(page, words.group).selectOption("street");
    await shown(page, page.getByRole("heading", { name: words["none.title"] }));
    await button(page, words.clear).click();
    await shown(page, page.getByRole("heading", { name: words["empty.title"] }));

    await page.goto("/d/history");
    const undo = undoOf(lines.first(), words, words["kind.delivery.edit"]);
    await undo.waitFor();
    await context.setOffline(true);
    await expect.poll(() => undo.isDisabled()).toBe(true);
    expect(await lines.count()).toBeGreaterThan(0);
    await choice(page, words.group).selectOption("people");
    await shown(page, page.getByRole("heading", { name: words["state.offline.title"] }));
    await shot(page, `${locale}-offline`);
    expect(await axeFaults(page)).toEqual([]);
    await context.setOffline(false);
    await page.getByRole("heading", { name: words["state.offline.title"] }).waitFor({ state: "detached" });
    await choice(page, words.group).selectOption("all");
    await undo.waitFor();
    await expect.poll(() => undo.isDisabled()).toBe(false);
    expect(watch.foreign).toEqual([]);
    await context.close();
  },
);
