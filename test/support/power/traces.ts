import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { keptOn } from "./kept-on-phone.ts";

const MOST_CHARS = 4_000;

/** Notes what a page calls, hears and says, with the time since it began. */
export function notesOf(page: Page): string[] {
  const began = Date.now();
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(`${Date.now() - began} ${text.slice(0, MOST_CHARS)}`);
  page.on("console", (message) => note(`console: ${message.text()}`));
  page.on("pageerror", (error) => note(`error: ${error.message}`));
  page.on("framenavigated", (frame) => note(`now at ${frame.url()}`));
  page.on("requestfailed", (request) => note(`no answer: ${request.method()} ${request.url()}`));
  page.on("response", (response) => {
    const request = response.request();
    if (request.resourceType() !== "fetch") return;
    const head = `${response.status()} ${request.method()} ${response.url()} ${request.postData() ?? ""}`;
    response.text().then(
      (text) => note(`${head}: ${text}`),
      () => note(head),
    );
  });
  return notes;
}

/**
 * Writes down what a page shows, what its phone keeps and what was noted of it: a failure under a kill is rarely seen
 * twice.
 *
 * @returns the error with the folder's name
 */
export async function withTraces(failed: unknown, page: Page, notes: readonly string[]): Promise<Error> {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-traces-"));
  const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
  write("notes.txt", notes.join("\n"));
  await page.screenshot({ path: path.join(folder, "page.png"), fullPage: true }).catch(() => undefined);
  write("page.html", `<!-- ${page.url()} -->\n${await page.content().catch(String)}`);
  write("kept.json", JSON.stringify(await keptOn(page).catch(String), null, 1));
  write("storage.json", JSON.stringify(await namesKept(page).catch(String), null, 1));
  return new Error(`${String(failed)}\nThe page's traces are in ${folder}`, { cause: failed });
}

/** Names of all that the browser stores for the page, without values: those may be secrets. */
const namesKept = (page: Page) =>
  page.evaluate(async () => ({
    local: Object.keys(localStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await Promise.all(
      (await caches.keys()).map(async (name) => [name, (await (await caches.open(name)).keys()).length]),
    ),
    controller: navigator.serviceWorker.controller?.state,
  }));
