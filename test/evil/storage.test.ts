import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "#test/support/web/browser.ts";
import { kept } from "./kept.ts";
import { ledger, phase, signIn, visit } from "./stand.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test("after signing in, tokens lie in one database and nowhere else, and the key cannot be taken out", async () => {
  const visitor = await visit(browser, "dpop-nonce~storage");
  await signIn(visitor);
  await phase(visitor, "signed-in");
  await visitor.page.reload();
  await phase(visitor, "signed-in");

  const { secrets } = await ledger(visitor);
  expect(secrets.first.length).toBe(4);
  const [code = "", ...tokens] = secrets.first;
  const { database, elsewhere } = await kept(visitor);
  expect(database).not.toContain(code);
  for (const token of tokens) expect(database).toContain(token);
  for (const secret of secrets.first) {
    expect(elsewhere).not.toContain(secret);
    expect(visitor.said.join("\n")).not.toContain(secret);
  }
  // Not even a part of one: every token of ours begins like this.
  expect(elsewhere).not.toContain("eyJ");

  const keys = await visitor.page.evaluate(privateKeys);
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(key).toEqual({ extractable: false, exported: "InvalidAccessError" });
  await visitor.context.close();
});

/** Every private key in the page's databases, and what becomes of taking it out. */
async function privateKeys(): Promise<{ extractable: boolean; exported: string }[]> {
  const keys: CryptoKey[] = [];
  const look = (value: unknown): void => {
    if (value instanceof CryptoKey) {
      if (value.type === "private") keys.push(value);
    } else if (typeof value === "object" && value !== null) Object.values(value).forEach(look);
  };
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name ?? "");
      request.addEventListener("success", () => resolve(request.result));
    });
    for (const store of database.objectStoreNames)
      await new Promise<void>((resolve) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.addEventListener("success", () => {
          look(request.result);
          resolve();
        });
      });
    database.close();
  }
  return Promise.all(
    keys.map(async (key) => ({
      extractable: key.extractable,
      exported: await crypto.subtle.exportKey("jwk", key).then(
        () => "taken out",
        (error: Error) => error.name,
      ),
    })),
  );
}
