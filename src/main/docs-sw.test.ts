import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DOCS_OPENAPI } from "#contract/offline-shell.ts";

type Listener = (event: object) => void;

let listeners: Record<string, Listener>;
let kept: string[];
/** Addresses that the server does not answer for now. */
let refused: string[];
beforeEach(async () => {
  [listeners, kept, refused] = [{}, [], []];
  const add = async ({ url }: { readonly url: string }): Promise<void> => {
    if (refused.includes(url)) throw new TypeError("503");
    kept.push(url);
  };
  const cache = {
    add,
    addAll: (all: { readonly url: string }[]) => Promise.all(all.map(add)),
    match: async (url: string) => (kept.includes(url) ? {} : undefined),
  };
  vi.stubGlobal("DOCS_FILES", { hash: "1", addresses: ["/docs/", "/docs/docs.css"] });
  vi.stubGlobal("caches", { open: async () => cache });
  vi.stubGlobal("fetch", async () => ({}));
  vi.stubGlobal("Request", function request(url: string) {
    return { url };
  });
  vi.stubGlobal("self", {
    addEventListener: (name: string, listener: Listener) => (listeners[name] = listener),
    skipWaiting: async () => undefined,
    location: { origin: "http://host" },
  });
  vi.resetModules();
  // Typed as a worker's, whose globals are none of a test's.
  const worker: string = "./docs-sw.ts";
  await import(worker);
});
afterEach(() => vi.unstubAllGlobals());

/** Has the worker handle an event, to the end of all that it waits for. */
async function handled(name: string, facts: object = {}): Promise<void> {
  const waits: unknown[] = [];
  const wait = (work: unknown) => waits.push(work);
  listeners[name]?.({ ...facts, waitUntil: wait, respondWith: wait });
  await Promise.all(waits);
}

test("a server that refuses the API's description for a moment costs no page, and it is kept with the next page", async () => {
  refused = [DOCS_OPENAPI];
  await handled("install");
  expect(kept).toEqual(["/docs/", "/docs/docs.css"]);
  refused = [];
  const request = { method: "GET", url: "http://host/docs/", mode: "navigate" };
  await handled("fetch", { request });
  expect(kept).toContain(DOCS_OPENAPI);
});

test("a page that is missing leaves the worker uninstalled", async () => {
  refused = ["/docs/docs.css"];
  await expect(handled("install")).rejects.toThrow("503");
});
