import { expect, inject } from "vitest";
import { ledger } from "./stand.ts";
import type { Visit } from "./stand.ts";

interface Kept {
  /** Content of its databases. */
  readonly database: string;
  /** Text storage, cookies, the document, the worker's store, the addresses of its past. */
  readonly elsewhere: string;
}

/** All that the page's origin keeps, and its address bar's past, as text. */
export async function kept({ context, page }: Visit): Promise<Kept> {
  const found = await page.evaluate(async () => {
    const plain = (value: unknown): unknown =>
      value instanceof CryptoKey || (typeof value === "object" && value !== null && "privateKey" in value)
        ? "a key"
        : value;
    const databases: unknown[] = [];
    for (const { name, version } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name, version);
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error ?? new Error("refused")));
      });
      for (const store of database.objectStoreNames)
        databases.push(
          await new Promise((resolve) => {
            const request = database.transaction(store).objectStore(store).getAll();
            request.addEventListener("success", () => resolve([name, store, request.result.map(plain)]));
          }),
        );
      database.close();
    }
    const cached: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) cached.push(request.url);
    return {
      database: JSON.stringify(databases),
      elsewhere: JSON.stringify([
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        document.cookie,
        location.href,
        history.state,
        document.referrer,
        document.documentElement.outerHTML,
        cached,
      ]),
    };
  });
  const devtools = await context.newCDPSession(page);
  const { entries } = await devtools.send("Page.getNavigationHistory");
  const own = entries.map(({ url }) => url).filter((url) => url.startsWith(inject("evilProductUrl")));
  return { ...found, elsewhere: found.elsewhere + JSON.stringify(own) };
}

/** No session, no code, no token anywhere: not in what the page keeps, shows, said or asked. */
export async function expectNothingKept(visitor: Visit): Promise<void> {
  const { secrets } = await ledger(visitor);
  const { database, elsewhere } = await kept(visitor);
  expect(database).not.toContain("accessToken");
  const leaks = [...secrets.first, ...secrets.refreshed].flatMap((secret) =>
    [database, elsewhere, ...visitor.said, ...visitor.asked].filter((text) => text.includes(secret)),
  );
  expect(leaks).toEqual([]);
}

/** Tokens lie in the database alone. */
export async function expectTokensInDatabaseOnly(visitor: Visit): Promise<Kept> {
  const { secrets } = await ledger(visitor);
  const found = await kept(visitor);
  expect(found.database).toContain("accessToken");
  const leaks = [...secrets.first, ...secrets.refreshed].flatMap((secret) =>
    [found.elsewhere, ...visitor.said, ...visitor.asked].filter((text) => text.includes(secret)),
  );
  expect(leaks).toEqual([]);
  return found;
}
