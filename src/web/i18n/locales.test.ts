import { expect, test } from "vitest";
import { directionOf } from "./locales.ts";

test("Arabic is read from right to left", () => {
  expect(directionOf("ar")).toBe("rtl");
  expect(directionOf("fr")).toBe("ltr");
});
