import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { conformanceDocument, ELSEWHERE, MODULES, ROWS, rowsFor } from "./evil/conformance.ts";

test("the rows name modules of the suite that the design names, and no others", () => {
  const named = ROWS.flatMap(({ modules = [] }) => modules);
  expect(named.filter((module) => !MODULES.includes(module))).toEqual([]);
});

test("every module that concerns us has a row, or a test elsewhere", () => {
  const missing = MODULES.filter((module) => rowsFor(module).length === 0 && !(module in ELSEWHERE));
  expect(missing).toEqual(["oidcc-client-test-client-secret-basic"]);
});

test.each(Object.entries(ELSEWHERE))("%s is checked where the document says", (_module, { file, text }) => {
  expect(readFileSync(file, "utf8")).toContain(text);
});

test("no two rows have one name", () => {
  const modes = ROWS.map(({ mode }) => mode);
  expect(modes.filter((mode, at) => modes.indexOf(mode) !== at)).toEqual([]);
});

test("the document says what the tables say", async () => {
  await expect(conformanceDocument()).toMatchFileSnapshot("../docs/sign-in-conformance.md");
});
