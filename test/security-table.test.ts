import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultsOf, securityTable } from "../tools/security/table.ts";
import { holders, holdersIn } from "../tools/security/tags.ts";

test("every item of level 1 and 2 is held by a test that is there, open with a reason, or does not apply", () => {
  expect(faultsOf(holders())).toEqual([]);
});

test("the page says what the tests say", () => {
  const cells = (text: string) => text.replaceAll(/[ -]+/g, " ");
  expect(cells(readFileSync("docs/security.md", "utf8"))).toBe(cells(securityTable()));
});

test("a test that is gone, a tag above none and an item that nothing lists are told", () => {
  expect(faultsOf([])).toContain("3.4.3 is held by no test");
  const stray = holdersIn("x.test.ts", "// v5.0.0-3.4.3\nconst a = 1;\n");
  expect(faultsOf(stray)).toContain("x.test.ts: a tag stands above no test");
  expect(faultsOf(holdersIn("x.test.ts", '// v5.0.0-99.1.1\ntest("x", go);'))).toContain(
    "99.1.1 has a test and is not listed as held",
  );
});

test.each([
  ['// v5.0.0-1.2.4\ntest("one", () => {', "one"],
  ['// v5.0.0-1.2.4, v5.0.0-2.2.1\n  test.each([\n    ["a"],\n  ])("%s is two", (x) => {', "%s is two"],
  ['// v5.0.0-1.2.4\ndescribe("three", () => {', "three"],
  ['// v5.0.0-1.2.4\ntest.concurrent.each(rows)(\n  "four",', "four"],
  ["// v5.0.0-1.2.4\ntest(`five`, () => {", "five"],
  [
    '// v5.0.0-1.2.4\ntest.each<[() => void, string]>([\n    [go, ")"], [/[)"]/, /* ) */ "b("],\n])("six", (x) => {',
    "six",
  ],
])("the name of a tagged test is read: %#", (text, name) => {
  expect(holdersIn("x.test.ts", text).map((one) => one.name)).toEqual([name]);
});

const NEXT = 'test("another one", () => {';
test.each([
  'test.skip("x", go);',
  'test.todo("x");',
  'describe.skip("x", go);',
  'test.concurrent.skip("x", go);',
  'test.skip.each([1])("x", go);',
  'test.runIf(isThere)("x", go);',
  "test(title, go);",
  "test(`with ${what}`, go);",
  "test.each(rows)(title, go);",
])("a tag above %s stands above no test, whatever follows", (text) => {
  const found = holdersIn("x.test.ts", `// v5.0.0-1.2.4\n${text}\n${NEXT}`);
  expect(faultsOf(found)).toContain("x.test.ts: a tag stands above no test");
});
