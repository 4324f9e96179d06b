import { beforeEach, expect, test, vi } from "vitest";

const place = document.documentElement;

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["fr-FR", "en-US"]);
});

/** A page of a Waybill that offers these languages; @returns the languages that its words stood in */
async function visit(locales: readonly string[]): Promise<string> {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ locales })));
  const { firstWords } = await import("./first-words.ts");
  await firstWords();
  const first = place.lang;
  await vi.waitFor(() => expect(locales).toContain(place.lang));
  return `${first} ${place.lang}`;
}

test("a browser that asks for none of the languages on offer reads the first, on its first page too", async () => {
  expect(await visit(["de", "es"])).toBe("de de");
  vi.resetModules();
  expect(await visit(["de", "es"])).toBe("de de");
});

test("where the offer became smaller, a later page begins in the known one and then keeps to the new one", async () => {
  expect(await visit(["fr"])).toBe("fr fr");
  vi.resetModules();
  expect(await visit(["es"])).toBe("fr es");
});

test("American English is read where only British is on offer", async () => {
  expect(await visit(["de", "en-GB"])).toBe("en-GB en-GB");
});

test("a configuration that does not come holds the first page up for three seconds", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const { firstWords } = await import("./first-words.ts");
  let isDrawn = false;
  void firstWords().then(() => (isDrawn = true));
  await vi.advanceTimersByTimeAsync(2_900);
  expect(isDrawn).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect([isDrawn, place.lang]).toEqual([true, "fr"]);
  vi.useRealTimers();
});
