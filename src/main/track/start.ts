import "#web/theme/theme.css";
import "#web/ui/person/avatar.css";
import "#web/ui/styles/figures.css";
import "#web/ui/styles/field.css";
import "#web/ui/styles/status.css";
import "#features/choices/web/choices.css";
import "#features/tracking/web/hero.css";
import "#features/tracking/web/track.css";
import "#features/tracking/web/track-shell.css";

/*
 * The page is complete as it came. Its script is fetched when the browser has nothing better to do, or when somebody
 * touches the page; a button that was pressed before is pressed again, unless it sent a form, which needs no script.
 */
const PATIENCE_MS = 2_000;
const begun = new AbortController();
let beginning: Promise<void> | undefined;
let pressed: HTMLElement | null = null;

function begin(): void {
  beginning ??= bringAlive();
}

async function bringAlive(): Promise<void> {
  try {
    // By itself, since modules that come together are evaluated in one task: here the longest one of the page.
    await import("react-dom/client");
    await (await import("./hydrate.tsx")).begin();
  } catch (error) {
    // The page stays readable, and the next touch tries again.
    beginning = undefined;
    throw error;
  }
  begun.abort();
  pressed?.click();
}

const { signal } = begun;
for (const touch of ["pointerdown", "keydown", "focusin"])
  document.addEventListener(touch, begin, { signal });
document.addEventListener(
  "click",
  ({ target }) => {
    pressed =
      target instanceof Element ? target.closest<HTMLElement>("#app button:not([type=submit])") : null;
  },
  { signal },
);

function whenIdle(): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(begin, { timeout: PATIENCE_MS });
  else setTimeout(begin, PATIENCE_MS);
}
if (document.readyState === "complete") whenIdle();
else addEventListener("load", whenIdle);
