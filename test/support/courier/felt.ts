import type { BrowserContext, Page } from "playwright-core";

/** Keeps what the phone is told to vibrate, from the next page on. */
export const feel = (context: BrowserContext) =>
  context.addInitScript(() => {
    const felt: unknown[] = [];
    Object.defineProperty(navigator, "vibrate", { value: (ms: unknown) => felt.push(ms) > 0 });
    Object.assign(globalThis, { felt });
  });

/** Reads what the phone was told to vibrate, in ms of each pulse and pause. */
export const feltOn = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(globalThis, "felt"));
