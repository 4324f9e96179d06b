import type { Page } from "playwright-core";

/** Presses of Tab after which every control of a screen must have had the focus. */
const TABS_MAX = 120;

/** Controls that somebody without a mouse does not come to, as their names. */
export async function unreached(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const seen = new Set<Element>();
    Reflect.set(globalThis, "reachedControls", seen);
    addEventListener("focusin", ({ target }) => target instanceof Element && seen.add(target));
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return document.querySelectorAll("a[href], button, input, select, textarea, summary").length;
  });
  for (let n = 0; n < Math.min(count + 10, TABS_MAX); n += 1) await page.keyboard.press("Tab");
  return page.evaluate(() => {
    const seen = Reflect.get(globalThis, "reachedControls") as Set<Element>;
    // An open dialog holds the focus; what is behind it waits.
    const top = document.querySelector("dialog:modal") ?? document;
    const controls = top.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary");
    return [...controls]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => one.tabIndex >= 0 && !one.matches(":disabled, [inert] *, input[type=radio]"))
      .filter((one) => !seen.has(one))
      .map((one) => one.getAttribute("aria-label") ?? one.textContent ?? one.tagName);
  });
}
