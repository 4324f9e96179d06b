import { describe, expect, test } from "vitest";
import { matches } from "./rows.ts";

describe("searching the board", () => {
  test.each([
    ["müller", ["Anna Müller"], true],
    ["muller anna", ["Anna Müller"], true],
    ["WB7K4M", ["WB-7K4M-92QX"], true],
    ["wb-7k4m", ["WB-7K4M-92QX"], true],
    ["", ["anything"], true],
    ["anna berlin", ["Anna", "Hamburg"], false],
  ])("%j in %j: %j", (search, texts, found) => expect(matches(search, texts)).toBe(found));
});
