import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import arabicBoard from "#features/dispatch/web/words/ar.json" with { type: "json" };
import englishBoard from "#features/dispatch/web/words/en.json" with { type: "json" };
import arabicBooked from "#features/sender/web/booked/words/ar.json" with { type: "json" };
import arabicBook from "#features/sender/web/book/words/ar.json" with { type: "json" };
import arabicPay from "#features/sender/web/pay/words/ar.json" with { type: "json" };
import arabicSender from "#features/sender/web/words/ar.json" with { type: "json" };
import { PHONE, enterBy, openBrowser, openPerson } from "#test/support/web/browser.ts";
import {
  CARDS,
  acceptPrice,
  atStep,
  bookHere,
  button,
  countPresses,
  english,
  like,
  payBy,
} from "#test/support/web/journey.ts";
import arabicHome from "#web/home/words/ar.json" with { type: "json" };
import { STOP_WORDS, sign } from "#test/support/courier/stops-page.ts";
import englishHome from "#web/home/words/en.json" with { type: "json" };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser({ maps: true });
});
afterAll(() => browser.close());

const TRIP = {
  pickup: "Kaufhaus am Markt",
  dropoff: "Brückenstraße 85",
  sender: "Ada of the whole way",
  recipient: "Rosa Wegener",
};

/** The number that everybody knows the delivery by. */
const numberOn = async (page: Page): Promise<string> =>
  (await page.locator("main .serial").first().textContent()) ?? "";

test("one delivery goes the whole way: booked, paid, assigned, collected, delivered with proof, watched, seen", async () => {
  const sender = await openPerson(browser, { worker: true });
  const dispatcher = await openPerson(browser, { worker: true });
  const courier = await openPerson(browser, { ...PHONE, worker: true });
  const recipient = await openPerson(browser, { ...PHONE, worker: true });

  // The sender gets a price, books and pays, in few presses from the start page.
  await enterBy(sender.page, "sender");
  const people = [sender, dispatcher, courier, recipient];
  const presses = await countPresses(people.map(({ context }) => context));
  await sender.page.goto("/");
  await sender.page.getByRole("main").getByRole("link", { name: english["nav.book"] }).first().click();
  await bookHere(sender.page, english, TRIP);
  await acceptPrice(sender.page, english);
  await payBy(sender.page, CARDS.good);
  await atStep(sender.page, english["booked.title"]);
  expect(presses()).toBeGreaterThan(5);
  expect(presses()).toBeLessThanOrEqual(11);
  const link = await sender.page.getByLabel(english["link.label"]).inputValue();
  expect(link).toContain("/t/");
  await sender.page.getByRole("link", { name: english["booked.follow"] }).click();
  await sender.page.getByRole("heading", { level: 1, name: TRIP.recipient }).waitFor();
  const number = await numberOn(sender.page);

  // The recipient opens the link, without an account.
  await recipient.page.goto(link);
  await recipient.page.getByText(number).first().waitFor();

  // The dispatcher finds it and gives it to a courier.
  await enterBy(dispatcher.page, "dispatcher");
  const board = dispatcher.page;
  await board.getByRole("searchbox").fill(number);
  await board.getByRole("listbox", { name: "Unassigned" }).getByRole("option").first().click();
  await button(board, "Assign to…").click();
  const choice = board.getByRole("dialog");
  await choice.getByRole("option", { name: /Carla Ruiz/ }).click();
  await board
    .getByRole("treeitem", { name: new RegExp(number) })
    .first()
    .waitFor();

  // The courier collects …
  await enterBy(courier.page, "courier");
  const stops = courier.page;
  await stops.getByRole("link", { name: new RegExp(TRIP.sender) }).click();
  await button(stops, "Start").click();
  await button(stops, "I am there").click();
  await button(stops, "Parcel collected").click();

  // … rides there, and hands over against a name, a photo and a signature.
  await stops.getByRole("link", { name: new RegExp(TRIP.recipient) }).click();
  await button(stops, "Start").click();
  await recipient.page.getByText("Carla").first().waitFor();
  expect(presses()).toBeLessThanOrEqual(25);
  await button(stops, "I am there").click();
  await stops.getByRole("link", { name: "Hand over" }).click();
  await stops.getByLabel("Who took it?").fill("Rosa Wegener");
  await stops
    .getByTestId("photo")
    .setInputFiles({ name: "door.png", mimeType: "image/png", buffer: await photo(stops) });
  await stops.getByText("Photo kept").waitFor();
  await button(stops, "Sign").click();
  await sign(stops);
  await button(stops, "Keep signature").click();
  await stops.getByText("Signature kept").waitFor();
  await button(stops, "Hand over").click();
  await stops.waitForURL("**/c");

  // The recipient and the sender see it without touching anything.
  await recipient.page
    .getByRole("heading", { name: /delivered/i })
    .first()
    .waitFor();
  await sender.page.getByRole("heading", { name: english["one.proof"] }).waitFor();
  await sender.page.locator("main header").getByText("Delivered", { exact: true }).waitFor();

  for (const { watch } of [sender, dispatcher, courier, recipient])
    expect(watch).toEqual({ foreign: [], errors: [] });
  for (const { context } of [sender, dispatcher, courier, recipient]) await context.close();
});

/** A real picture, made on the phone itself. */
async function photo(page: Page): Promise<Buffer> {
  return page.screenshot({ type: "png" });
}

const ENGLISH = {
  locale: "en" as const,
  book: english,
  home: englishHome,
  board: englishBoard,
  stops: STOP_WORDS.en,
};
const ARABIC = {
  locale: "ar" as const,
  book: { ...arabicSender, ...arabicBook, ...arabicPay, ...arabicBooked },
  home: arabicHome,
  board: arabicBoard,
  stops: STOP_WORDS.ar,
};

test.each([
  { width: 1440, height: 900, words: ENGLISH },
  { width: 390, height: 844, words: ARABIC },
])(
  "the tour leads through all four steps to the recipient's link, at $width px in $words.locale",
  async (look) => {
    const { locale, book, home, board, stops } = look.words;
    const { page, context, watch } = await openPerson(browser, { ...look, locale });
    const mark = `${locale} at ${look.width}`;
    const trip = { ...TRIP, sender: `Tour in ${mark}`, recipient: `Rosa in ${mark}` };
    const tour = page.getByRole("region", { name: home["tour.title"] });
    const lead = (word: string) =>
      tour
        .getByRole("button", { name: like(word) })
        .or(button(tour, home["tour.go"]))
        .click();

    await page.goto("/");
    await button(page, home["tour.start"]).click();
    await lead(home["tour.book.go"]);
    await bookHere(page, book, trip);
    await acceptPrice(page, book);
    await payBy(page, CARDS.good, locale);
    await atStep(page, book["booked.title"]);
    const number = await numberOn(page);

    await lead(home["tour.assign.go"]);
    await page.waitForURL("**/d/board*");
    await page.getByRole("searchbox").fill(number);
    const waiting = page.getByRole("listbox", { name: board["unassigned.title"] });
    await waiting.getByRole("option").first().click();
    await button(page, board["action.assign"]).click();
    await page
      .getByRole("dialog")
      .getByRole("option", { name: /Carla Ruiz/ })
      .click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });

    await lead(home["tour.next"]);
    await lead(home["tour.deliver.go"]);
    await page.waitForURL("**/c");
    await page.getByRole("link", { name: new RegExp(trip.sender) }).click();
    await button(page, stops["stop.start"]).click();
    await button(page, stops["stop.arrive"]).click();
    await page.locator(".courier-actions .button-filled").click();
    await page.waitForURL("**/c");
    await page.getByRole("link", { name: new RegExp(trip.recipient) }).click();
    await button(page, stops["stop.start"]).click();
    await button(page, stops["stop.arrive"]).click();
    await page.getByRole("link", { name: stops["stop.finish.deliver"] }).click();
    await button(page, stops["stop.finish.deliver"]).click();
    await page.getByRole("alert").getByText(stops["refusal.no-proof"]).waitFor();
    await page.getByLabel(stops["done.name"]).fill(trip.recipient);
    await button(page, stops["proof.signature"]).click();
    await sign(page);
    await button(page, stops["proof.keep"]).click();
    await page.getByText(stops["proof.signed"]).waitFor();
    await button(page, stops["stop.finish.deliver"]).click();
    await page.waitForURL("**/c");

    await lead(home["tour.next"]);
    await lead(home["tour.follow.go"]);
    await page.waitForURL("**/t/**");
    await page.getByText(number).first().waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe(locale);
    await page.goBack();
    await tour.getByText(home["tour.done.text"]).waitFor();
    await button(tour, home["tour.end"]).click();
    await tour.waitFor({ state: "hidden" });
    expect(watch).toEqual({ foreign: [], errors: [] });
    await context.close();
  },
);

test("on a phone the tour takes one line of the screen, wherever it stands", async () => {
  const { page, context } = await openPerson(browser, { ...PHONE, locale: "ar" });
  await page.goto("/");
  await button(page, arabicHome["tour.start"]).click();
  const tour = page.getByRole("region", { name: arabicHome["tour.title"] });
  await button(tour, arabicHome["tour.book.go"]).click();
  await page.waitForURL("**/book");
  for (const step of ["book", "assign", "deliver", "follow"] as const) {
    await tour.getByText(arabicHome[`tour.${step}`], { exact: true }).waitFor();
    expect((await tour.boundingBox())?.height).toBeLessThanOrEqual(64);
    await tour.getByRole("button", { name: arabicHome[`tour.${step}`] }).click();
    await tour.getByText(arabicHome[`tour.${step}.text`].slice(0, 24)).waitFor();
    await button(tour, arabicHome[step === "book" ? "tour.next" : "tour.skip"]).click();
    if (step !== "follow") await tour.locator("[aria-expanded=true]").click();
  }
  await tour.getByText(arabicHome["tour.done.text"]).waitFor();
  await context.close();
});
