import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { contractHash } from "../tools/build/contract-hash.ts";

test("the docs' copy of the API's description is kept anew where a contract or a plain route changes", () => {
  const root = mkdtempSync(path.join(tmpdir(), "waybill-contract-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (name: string, text: string): string => {
    const file = path.join(root, "src", name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return contractHash(root);
  };
  const first = write("features/a/contract/api.ts", "one");
  const second = write("features/a/contract/api.ts", "two");
  const third = write("features/a/server/hook.ts", "export const hook: RawRoute = {};");
  expect(new Set([first, second, third]).size).toBe(3);
  expect(write("features/a/web/page.ts", "a page")).toBe(third);
  expect(write("features/a/contract/api.test.ts", "a test")).toBe(third);
});
