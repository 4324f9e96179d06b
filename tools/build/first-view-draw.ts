// Draws the first view of /book in one language, as a browser would before any answer of the server is there, and
// prints it as JSON: node first-view-draw.js <language> [demo]. tools/build/first-view-plugin.ts builds and runs it.
import { writeSync } from "node:fs";
import { Window } from "happy-dom";

/** Milliseconds that the page may take to stand; a build that waits longer is broken. */
const PATIENCE_MS = 30_000;
const GLOBALS = [
  "document",
  "location",
  "history",
  "localStorage",
  "sessionStorage",
  "navigator",
  "addEventListener",
  "removeEventListener",
  "dispatchEvent",
  "matchMedia",
  "scrollTo",
  "requestAnimationFrame",
  "cancelAnimationFrame",
  "Node",
  "Element",
  "HTMLElement",
  "HTMLIFrameElement",
  "Event",
  "CustomEvent",
] as const;

const [, , language = "en", kind] = process.argv;
const page = new Window({ url: "http://localhost/book" });
Object.defineProperty(page.navigator, "languages", { value: [language] });
for (const name of GLOBALS) {
  const value: unknown = Reflect.get(page, name);
  Object.defineProperty(globalThis, name, {
    configurable: true,
    value: typeof value === "function" && /^[a-z]/.test(name) ? value.bind(page) : value,
  });
}
Object.defineProperty(globalThis, "window", { configurable: true, value: globalThis });
// The view is that of a page whose calls are still on their way.
globalThis.fetch = () => new Promise(() => undefined);
const strip = kind === "demo" ? '<aside class="demo-strip"></aside>' : "";
page.document.body.innerHTML = `<div id="app">${strip}</div>`;

await import("#main/web.tsx");
await standing(() => page.document.querySelector("h1") !== null);
// A page that may have a session shows no door to sign in; nothing answers a press before the script is there.
page.document.querySelector(".app-bar-end > .button")?.remove();
const shell = page.document.querySelector(".shell");
shell?.setAttribute("inert", "");
shell?.setAttribute("aria-busy", "true");
for (const input of page.document.querySelectorAll("input")) input.setAttribute("readonly", "");
const html = page.document.querySelector("#app")?.innerHTML ?? "";
await standing(() => page.document.title !== "");
const { title, documentElement } = page.document;
writeSync(1, JSON.stringify({ html, title, lang: documentElement.lang, dir: documentElement.dir }));
process.exit(0);

/** Looks again after each change of the page: to look all the time took a third of a drawing. */
function standing(stands: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`the first view of /book in ${language} did not stand in time`)),
      PATIENCE_MS,
    );
    const look = (): void => {
      if (!stands()) return;
      observer.disconnect();
      clearTimeout(late);
      resolve();
    };
    const observer = new page.MutationObserver(look);
    observer.observe(page.document, { childList: true, subtree: true, characterData: true });
    look();
  });
}
