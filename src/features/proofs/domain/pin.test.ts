import { expect, test } from "vitest";
import { isPin, pinText } from "./pin.ts";

test.each([
  ["4821", "4821"],
  [" 4 8 2 1 ", "4821"],
  ["٤٨٢١", "4821"],
  ["۴۸۲۱", "4821"],
  ["48210", "4821"],
  ["48", "48"],
])("what is typed as %s is read as %s", (typed, read) => {
  expect(pinText(typed)).toBe(read);
});

test("four digits are a PIN, and nothing else is", () => {
  expect(["0000", "4821"].every(isPin)).toBe(true);
  expect(["", "482", "48211", "48a1", "٤٨٢١"].some(isPin)).toBe(false);
});
