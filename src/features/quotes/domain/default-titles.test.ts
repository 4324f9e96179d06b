import { expect, test } from "vitest";
import { untouchedTitle } from "./default-titles.ts";

test("a default rule with its first title may be said in any language", () => {
  expect(untouchedTitle("base", "Base fee")).toBe("base");
});

test("a title that an operator changed, or a rule of theirs, stays as they wrote it", () => {
  expect(untouchedTitle("base", "Fuel and van")).toBeUndefined();
  expect(untouchedTitle("own", "Base fee")).toBeUndefined();
  expect(untouchedTitle("toString", "Base fee")).toBeUndefined();
});
