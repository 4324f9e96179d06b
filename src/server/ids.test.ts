import { expect, test } from "vitest";
import { isUuid, madeAt } from "#kernel/id.ts";
import { newId } from "./ids.ts";

test("two thousand ids of one moment are all different, and each says its moment", () => {
  const ids = Array.from({ length: 2_000 }, () => newId(1_700_000_000_000));
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ids.map((id) => id.slice(24))).size).toBe(ids.length);
  expect(ids.every((id) => isUuid(id) && madeAt(id) === 1_700_000_000_000)).toBe(true);
});
