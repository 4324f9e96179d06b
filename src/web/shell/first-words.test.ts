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

test("a browser that asks for none of the languages on offer reads the first, from the second page on at once", async () => {
  expect(await visit(["de", "es"])).toBe("fr de");
  vi.resetModules();
  expect(await visit(["de", "es"])).toBe("de de");
});

test("American English is read where only British is on offer", async () => {
  expect(await visit(["de", "en-GB"])).toBe("fr en-GB");
});
