import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { titleHas } from "./support/checks/test-titles.ts";

const rows = readFileSync("docs/payment-crashes.md", "utf8")
  .split("\n")
  .filter((line) => /^\| \d+ /.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map((cells) => ({ number: Number(cells[1]), proofs: (cells.at(-2) ?? "").split("<br>") }));

test("all 24 points at which a payment can be cut are listed", () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 24 }, (_, nth) => nth + 1));
});

test.each(rows)("point $number is cut by tests that are there", ({ proofs }) => {
  for (const proof of proofs) {
    const [, name = "", title = ""] = /^`(.+)` › (.+)$/.exec(proof) ?? [];
    const file = `test/crash/${name}`;
    expect(title).not.toBe("");
    expect(titleHas(file, readFileSync(file, "utf8"), title), `${file} › ${title}`).toBe(true);
  }
});
