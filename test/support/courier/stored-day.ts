import type { Page } from "playwright-core";

/** Stored days of all people of this phone, as JSON. */
export const storedDays = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const found: unknown[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      if (!name.startsWith("wb.courier.")) continue;
      const database = await new Promise<IDBDatabase>((done) => {
        const opening = indexedDB.open(name);
        opening.addEventListener("success", () => done(opening.result));
      });
      const reading = database.transaction("day").objectStore("day").getAll();
      await new Promise((done) => reading.addEventListener("success", done));
      found.push(reading.result);
      database.close();
    }
    return JSON.stringify(found);
  });

/** Makes the stored day so much older. */
export const ageDay = (page: Page, ms: number): Promise<void> =>
  page.evaluate(async (by) => {
    const { name = "" } =
      (await indexedDB.databases()).find((one) => one.name?.startsWith("wb.courier.")) ?? {};
    const opening = indexedDB.open(name);
    await new Promise((done) => opening.addEventListener("success", done));
    const work = opening.result.transaction("day", "readwrite");
    const store = work.objectStore("day");
    const reading = store.get("day");
    reading.addEventListener("success", () => {
      store.put({ ...reading.result, asOf: reading.result.asOf - by }, "day");
    });
    await new Promise((done) => work.addEventListener("complete", done));
    opening.result.close();
  }, ms);

/** Typed text of all forms on this phone. */
export const draftsOn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { name = "" } =
      (await indexedDB.databases()).find((one) => one.name?.startsWith("wb.courier.")) ?? {};
    const opening = indexedDB.open(name);
    await new Promise((done) => opening.addEventListener("success", done));
    const reading = opening.result.transaction("draft").objectStore("draft").getAll();
    await new Promise((done) => reading.addEventListener("success", done));
    opening.result.close();
    return JSON.stringify(reading.result);
  });
