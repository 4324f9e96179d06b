import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, openPerson } from "#test/support/web/browser.ts";
import { CARDS, atStep, cardFrame, english, like } from "#test/support/web/journey.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** More stops than any screen has before the one that is wanted. */
const TABS_MAX = 90;

/** Presses Tab until the target has the focus, as somebody without a mouse does. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor({ state: "attached" });
  const page = target.page();
  for (let n = 0; n < TABS_MAX; n += 1) {
    const there = await target.evaluate((element) => {
      const root = element.getRootNode();
      return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element;
    });
    if (there) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${String(target)} is not reached by ${TABS_MAX} presses of Tab`);
}

async function enterOn(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press("Enter");
}

async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.type(text);
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });

async function chooseAddress(page: Page, label: string, typed: string): Promise<void> {
  await typeInto(page.getByLabel(label), typed);
  await page.getByRole("option").filter({ hasText: typed }).first().waitFor();
  await page.keyboard.press("Enter");
}

const TRIP = { sender: "Kay Tastatur", recipient: "Toni Pfeil" };

test("the whole main job is done without touching a mouse", async () => {
  const sender = await openPerson(browser);
  const page = sender.page;
  await page.goto("/");
  await enterOn(page.getByTestId("door-sender"));
  await page.waitForURL("**/my/deliveries");
  await enterOn(page.getByRole("main").getByRole("link", { name: english["nav.book"] }));

  await atStep(page, english["book.trip.title"]);
  await chooseAddress(page, english["address.pickup"], "Kaufhaus am Markt");
  await chooseAddress(page, english["address.dropoff"], "Brückenstraße 85");
  await tabTo(page.getByRole("radio", { name: /^Small/ }));
  await page.keyboard.press("ArrowDown");
  expect(await page.getByRole("radio", { name: /^Medium/ }).isChecked()).toBe(true);
  await enterOn(button(page, english["book.next"]));

  await atStep(page, english["book.contact.title"]);
  const own = page.getByRole("group", { name: english["contact.sender"] });
  const theirs = page.getByRole("group", { name: english["contact.recipient"] });
  await tabTo(own.getByLabel(english["contact.name"]));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(TRIP.sender);
  await typeInto(own.getByLabel(english["contact.phone"]), "+4930123456");
  await typeInto(theirs.getByLabel(english["contact.name"]), TRIP.recipient);
  await typeInto(theirs.getByLabel(english["contact.phone"]), "+4930654321");
  await enterOn(button(page, like(english["price.book"])));
  await atStep(page, english["book.pay.title"]);
  await typeInto(cardFrame(page).getByLabel("Card number"), CARDS.good.replaceAll(" ", ""));
  await typeInto(cardFrame(page).getByLabel(/^Expiry/), "1234");
  await typeInto(cardFrame(page).getByLabel("Security code"), "123");
  await enterOn(button(page, /^Pay /));
  await atStep(page, english["booked.title"]);
  const number = (await page.locator("main .serial").first().textContent()) ?? "";

  const dispatcher = await openPerson(browser);
  const board = dispatcher.page;
  await board.goto("/");
  await enterOn(board.getByTestId("door-dispatcher"));
  await board.waitForURL("**/d/board");
  await typeInto(board.getByRole("searchbox"), TRIP.recipient);
  const unassigned = board.getByRole("listbox", { name: "Unassigned" });
  await expect.poll(() => unassigned.getByRole("option").count()).toBe(1);
  await tabTo(unassigned);
  await board.keyboard.press("Home");
  await board.keyboard.press("a");
  await board.getByRole("dialog").waitFor();
  await board.keyboard.type("Carla");
  await board.keyboard.press("Enter");
  await expect.poll(() => unassigned.getByRole("option").count()).toBe(0);

  const courier = await openPerson(browser);
  const stops = courier.page;
  await stops.goto("/");
  await enterOn(stops.getByTestId("door-courier"));
  await stops.waitForURL("**/c");
  await enterOn(stops.getByRole("link", { name: new RegExp(TRIP.sender) }));
  for (const press of ["Start", "I am there", "Parcel collected"]) await enterOn(button(stops, press));
  await stops.waitForURL("**/c");
  await enterOn(stops.getByRole("link", { name: new RegExp(TRIP.recipient) }));
  for (const press of ["Start", "I am there"]) await enterOn(button(stops, press));
  await enterOn(stops.getByRole("link", { name: "Hand over" }));
  await typeInto(stops.getByLabel("Who took it?"), TRIP.recipient);
  // The operating system's own file dialog lies beyond this page; its input is reached by keys like any other.
  const photo = stops.getByTestId("photo");
  await tabTo(photo);
  await photo.setInputFiles({ name: "door.png", mimeType: "image/png", buffer: await stops.screenshot() });
  await stops.getByText("Photo kept").waitFor();
  await enterOn(button(stops, "Hand over"));
  await stops.waitForURL("**/c");

  await enterOn(page.getByRole("link", { name: english["booked.follow"] }));
  await page.getByText(number).first().waitFor();
  await page.locator("main header").getByText("Delivered", { exact: true }).waitFor();
  for (const { watch, context } of [sender, dispatcher, courier]) {
    expect(watch).toEqual({ foreign: [], errors: [] });
    await context.close();
  }
});
