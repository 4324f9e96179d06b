import { expect, test } from "vitest";
import { findPrograms } from "./embedded-program.ts";

test("where PostgreSQL's package is missing, the advice fits a clone as well as an installed package", () => {
  const find = () => findPrograms("aix", "ppc64");
  expect(find).toThrow(/for aix-ppc64 is not installed: .*--include=optional.*DATABASE_URL/);
  expect(find).not.toThrow(/npm (ci|install)/);
});
