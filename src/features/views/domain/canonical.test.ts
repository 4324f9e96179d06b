import fc from "fast-check";
import { expect, test } from "vitest";
import { ListSearch } from "#features/delivery-pages/contract/list-search.ts";
import { BoardSearch } from "#features/dispatch/contract/board-search.ts";
import { type SearchParser, type ViewPage, canonicalSearch } from "./canonical.ts";

/** The same on texts, as the server keeps them. */
function canonicalQuery(page: ViewPage, parser: SearchParser, query: string): string | undefined {
  const found = canonicalSearch(page, parser, Object.fromEntries(new URLSearchParams(query)));
  return found && new URLSearchParams(found).toString();
}

test.each([
  ["board", BoardSearch, "q=canal&late=1&date=2026-06-17&tab=map", "late=1&q=canal"],
  ["board", BoardSearch, "done=1&surprise=2", "done=1"],
  ["board", BoardSearch, "", ""],
  ["board", BoardSearch, "level=not%20a%20code", undefined],
  [
    "deliveries",
    ListSearch,
    "?states=created,assigned&sort=window&order=desc&pages=4",
    "sort=window&states=created%2Cassigned",
  ],
  ["deliveries", ListSearch, "from=17.6.2026", undefined],
  ["deliveries", ListSearch, `q=${"a".repeat(121)}`, undefined],
] as const)("on %s, what %s is asked is written in one way", (page, parser, query, canonical) => {
  expect(canonicalQuery(page, parser, query)).toBe(canonical);
});

test("what is written once stays as it is, and is read as the same filter", () => {
  const texts = fc.record({
    q: fc.string({ maxLength: 60 }),
    states: fc.constantFrom("", "created", "lost,found"),
  });
  fc.assert(
    fc.property(texts, (asked) => {
      const once = canonicalQuery("deliveries", ListSearch, new URLSearchParams(asked).toString()) ?? "";
      expect(canonicalQuery("deliveries", ListSearch, once)).toBe(once);
      expect(ListSearch.parse(Object.fromEntries(new URLSearchParams(once)))).toMatchObject(asked);
    }),
  );
});
