import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { fileChanges, readRuleFile, type RuleSet, writeRuleFile } from "./rule-file.ts";

const Item = z.strictObject({ id: z.string(), n: z.int() });
type Item = z.output<typeof Item>;
const prices: RuleSet<Item> = { kind: "price-list", item: Item, currency: "EUR", nameOf: ({ id }) => id };
const faultsOf = (text: string) => readRuleFile(prices, text).faults.map(({ at, code }) => `${at} ${code}`);

test("what is written is read again as it was", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.string(), n: fc.integer() })), (items) => {
      expect(readRuleFile(prices, writeRuleFile(prices, items))).toEqual({ items, faults: [] });
    }),
  );
});

describe("a file that cannot be taken names every fault by its place", () => {
  const head = { waybill: "price-list", version: 1, currency: "EUR" };
  test.each<[string, unknown, string[]]>([
    ["is of other rules", { ...head, waybill: "zones" }, ["waybill other-kind"]],
    ["is of a newer format", { ...head, version: 2 }, ["version newer"]],
    ["counts in another currency", { ...head, currency: "USD" }, ["currency other-currency"]],
    ["has no items", head, ["items not-allowed"]],
    [
      "has wrong items",
      {
        ...head,
        items: [
          { id: "a", n: 1 },
          { id: 2, n: 0.5 },
          { id: "c", n: 3, more: 1 },
        ],
      },
      ["items.1.id not-allowed", "items.1.n not-allowed", "items.2 not-allowed"],
    ],
  ])("where it %s", (_, file, faults) => {
    expect(faultsOf(JSON.stringify(file))).toEqual(faults);
  });
  test("where it is no JSON", () => expect(faultsOf("{")).toEqual([" not-json"]));
});

test("the differences are told by name", () => {
  const of = (text: string): Item[] =>
    text.split("").map((id) => ({ id: id.toLowerCase(), n: id < "a" ? 1 : 0 }));
  const told = (before: string, after: string) =>
    fileChanges(prices, of(before), of(after)).map(({ kind, name }) => `${kind} ${name}`);
  expect(told("abc", "abc")).toEqual([]);
  expect(told("abc", "aBd")).toEqual(["changed b", "added d", "removed c"]);
  expect(told("ab", "ba")).toEqual(["moved b", "moved a"]);
});
