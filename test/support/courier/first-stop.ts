import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { syncApi } from "#features/courier/contract/sync.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { productUrl } from "#test/support/web/browser.ts";
import { giveWork } from "./give-work.ts";
import { STOP_WORDS, tap, unsentOn } from "./stops-page.ts";

const words = STOP_WORDS.en;

/** The stop of new work that may begin. */
export async function stopToCollect(): Promise<CourierStop> {
  const stop = (await giveWork(1)).find(({ kind }) => kind === "collect");
  if (!stop) throw new Error("the new work has nothing to collect");
  return stop;
}

/** A stop in the office: its state, and whether the delivery's timeline says a thing twice. */
export async function recorded({ deliveryId, taskId }: CourierStop) {
  const token = await signIn(productUrl(), "bo");
  const read = await callWire(productUrl(), deliveriesApi.readDelivery, { id: deliveryId }, { token });
  const lines = read.timeline.map(({ type, occurredAt, data }) => JSON.stringify([type, occurredAt, data]));
  return {
    state: read.tasks.find(({ id }) => id === taskId)?.state,
    isDoubled: new Set(lines).size < lines.length,
  };
}

export async function isSent(page: Page): Promise<void> {
  await expect.poll(() => unsentOn(page), { timeout: 60_000 }).toEqual({ ops: 0, files: 0 });
}

/** Waits until the phone has the stop. */
export const isStored = (page: Page, { taskId }: CourierStop): Promise<void> =>
  page.locator(`a[href="/c/stop/${taskId}"]`).first().waitFor();

export const arriving = (page: Page) => page.getByRole("button", { name: words["stop.arrive"], exact: true });
/** The button that says the parcels are collected; it comes once the arrival is kept. */
export const collecting = (page: Page) => page.getByRole("button", { name: /collected$/ });

/** Opens a stop and starts it. */
export async function begin(page: Page, { taskId }: CourierStop): Promise<void> {
  await page.goto(`/c/stop/${taskId}`);
  await tap(page, words["stop.start"]);
  await arriving(page).waitFor();
}

/** Ids of the commands that any tab sent. */
export function noteCommands(context: BrowserContext): string[] {
  const sent: string[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname !== syncApi.sync.path) return;
    const { commands }: { commands: { id: string }[] } = request.postDataJSON();
    sent.push(...commands.map(({ id }) => id));
  });
  return sent;
}
