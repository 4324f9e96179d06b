import type { Page } from "playwright-core";

/** Whether the room that is given up when the phone is full is there. */
export const hasReserve = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const { name = "" } =
      (await indexedDB.databases()).find((one) => one.name?.startsWith("wb.courier.")) ?? {};
    return new Promise<boolean>((done) => {
      const opening = indexedDB.open(name);
      opening.addEventListener("success", () => {
        const reading = opening.result.transaction("meta").objectStore("meta").count("ballast");
        reading.addEventListener("success", () => {
          opening.result.close();
          done(reading.result > 0);
        });
      });
    });
  });

/** Room of the origin: the app, the day and the reserve fit. Chromium trusts a quota that it asked for earlier for 30 s. */
export const QUOTA_BYTES = 60_000_000;
/** Largest first, down to less than a command takes. */
export const MIXED_FILLERS = [8_000_000, 500_000, 30_000, 2_000, 200];
/** Records that lie in the database's own files, which stand above the quota once it is full. */
export const RECORD_FILLERS = [30_000, 2_000, 200];

/** Stores random bytes beside the product's until nothing more fits. */
export const fillUp = (page: Page, fillers: readonly number[]): Promise<void> =>
  page.evaluate(async (sizes) => {
    const opening = indexedDB.open("filler");
    opening.addEventListener(
      "upgradeneeded",
      () => void opening.result.createObjectStore("bytes", { autoIncrement: true }),
    );
    await new Promise((done) => opening.addEventListener("success", done));
    const put = (size: number) =>
      new Promise<boolean>((done) => {
        const part = () => crypto.getRandomValues(new Uint8Array(Math.min(size, 50_000)));
        const work = opening.result.transaction("bytes", "readwrite");
        const parts = Array.from({ length: Math.ceil(size / 50_000) }, part);
        work.objectStore("bytes").add(parts.length > 1 ? new Blob(parts) : parts[0]);
        work.addEventListener("complete", () => done(true));
        work.addEventListener("abort", () => done(false));
      });
    // Room of a refused write is free a little later: the storage is full once a whole round stores nothing.
    let hasStored = true;
    while (hasStored) {
      hasStored = false;
      for (const size of sizes) while (await put(size)) hasStored = true;
    }
    opening.result.close();
  }, fillers);
