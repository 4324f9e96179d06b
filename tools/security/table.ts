import { code, page, table } from "../spec/markdown.ts";
import { HELD } from "./held.ts";
import { byNumber, LEVEL_2 } from "./numbers.ts";
import { INAPPLICABLE, OPEN } from "./open.ts";
import { type Holder, holders } from "./tags.ts";

/** Everything that is wrong with the list: an item that is missing or twice there, or a tag that holds nothing. */
export function faultsOf(found: readonly Holder[]): string[] {
  const tagged = new Set(found.flatMap(({ numbers }) => numbers));
  const listed = [
    ...Object.keys(HELD),
    ...Object.keys(OPEN),
    ...INAPPLICABLE.flatMap(([numbers]) => numbers),
  ];
  const known = new Set(LEVEL_2);
  return [
    ...found.filter(({ name }) => name === "").map(({ file }) => `${file}: a tag stands above no test`),
    ...LEVEL_2.filter((item) => !listed.includes(item)).map((item) => `${item} is missing`),
    ...listed.filter((item) => !known.has(item)).map((item) => `${item} is no item of level 1 or 2`),
    ...listed.filter((item, at) => listed.indexOf(item) !== at).map((item) => `${item} is listed twice`),
    ...Object.keys(HELD)
      .filter((item) => !tagged.has(item))
      .map((item) => `${item} is held by no test`),
    ...[...tagged]
      .filter((item) => !(item in HELD))
      .map((item) => `${item} has a test and is not listed as held`),
  ];
}

/** The page about the standard: what is held and by which tests, what is open, and what does not apply. */
export function securityTable(): string {
  const found = holders();
  const held = Object.entries(HELD).toSorted(([a], [b]) => byNumber(a, b));
  const open = Object.entries(OPEN).toSorted(([a], [b]) => byNumber(a, b));
  const out = INAPPLICABLE.flatMap(([numbers]) => numbers).length;
  return page(
    "OWASP ASVS 5.0, level 2",
    `Of the ${LEVEL_2.length} items of level 1 and 2 of the [Application Security Verification Standard](https://owasp.org/www-project-application-security-verification-standard/) 5.0.0, ${held.length} are held by tests, ${open.length} are open, and ${out} do not apply. Numbers are the standard's, words are ours: read the item there. An item counts as held where a test bears its number; each of these tests may hold less than the whole item. Nobody from outside has checked this page.`,
    "## Held by tests",
    table(
      ["item", "in short", "tests"],
      held.map(([item, words]) => [item, words, testsOf(found, item)]),
    ),
    "## Open",
    "Not met, met in part, or met without a test that says so.",
    table(
      ["item", "in short", "why"],
      open.map(([item, [words, reason]]) => [item, words, reason]),
    ),
    "## Not applicable",
    table(
      ["items", "why"],
      INAPPLICABLE.map(([numbers, reason]) => [numbers.join(", "), reason]),
    ),
  );
}

const testsOf = (found: readonly Holder[], item: string): string =>
  found
    .filter(({ numbers }) => numbers.includes(item))
    .map(({ file, name }) => `${code(file)} › ${name}`)
    .join("; ");
