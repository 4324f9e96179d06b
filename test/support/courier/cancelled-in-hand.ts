import type { BrowserContext, Page } from "playwright-core";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { productUrl } from "#test/support/web/browser.ts";
import { isSent } from "./first-stop.ts";
import { STOP_WORDS, type Tongue, tap } from "./stops-page.ts";

interface Phone {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly tongue: Tongue;
}

/** Collects without a network what the office cancels meanwhile, and sends it: the parcels are in hand then. */
export async function collectCancelled({ page, context, tongue }: Phone, stop: CourierStop): Promise<void> {
  const words = STOP_WORDS[tongue];
  await page.goto(`/c/stop/${stop.taskId}`);
  await context.setOffline(true);
  for (const step of ["stop.start", "stop.arrive"] as const) await tap(page, words[step]);
  await page.getByRole("button", { name: words["stop.arrive"], exact: true }).waitFor({ state: "detached" });
  await page.locator(".courier-main .button-filled").click();
  await page.waitForURL("**/c");
  const token = await signIn(productUrl(), "bo");
  const id = stop.deliveryId;
  const { fee } = await callWire(productUrl(), deliveriesApi.previewCancellation, { id }, { token });
  const head = { commandId: crypto.randomUUID(), occurredAt: new Date().toISOString() };
  await callWire(productUrl(), deliveriesApi.cancelDelivery, { id, ...head, fee, note: null }, { token });
  await context.setOffline(false);
  await isSent(page);
  await page.locator("a[href='/c/in-hand']").waitFor({ timeout: 90_000 });
}

/** Has dispatch send the parcels back to the sender. @returns the exception's id */
export async function wantBack({ deliveryId }: CourierStop): Promise<string> {
  const office = { token: await signIn(productUrl(), "bo") };
  const asked = { kind: "command_refused" as const, limit: 100 };
  const { items } = await callWire(productUrl(), exceptionsApi.listExceptions, asked, office);
  const id = items.find(({ delivery }) => delivery?.id === deliveryId)?.id ?? "";
  const press = { id, resolution: "return-parcel" as const, note: null };
  await callWire(productUrl(), exceptionsApi.resolveException, press, office);
  return id;
}
