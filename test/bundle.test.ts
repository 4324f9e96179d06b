import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

test("the bundled server runs as long as no file that it was made of has changed", () => {
  const folder = mkdtempSync(join(tmpdir(), "waybill-bundle-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["bin", "package.json"]) cpSync(name, join(folder, name), { recursive: true });
  const cache = join(folder, "node_modules", ".cache", "waybill-server");
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(folder, "node_modules", ".package-lock.json"), "{}");
  const [source, entry] = [join(folder, "source.ts"), join(cache, "main.mjs")];
  writeFileSync(source, "as it was bundled");
  writeFileSync(entry, 'export const main = (args) => void process.stdout.write("bundled " + args);');
  const { size, mtimeMs } = statSync(source);
  writeFileSync(join(cache, "current.json"), JSON.stringify({ entry, files: [[source, size, mtimeMs]] }));
  const said = (...args: string[]) =>
    spawnSync(process.execPath, [join(folder, "bin", "waybill.mjs"), ...args], { encoding: "utf8" });
  expect(said("doctor").stdout).toBe("bundled doctor");
  expect(said("doctor", "--dev").stdout).toBe("");
  writeFileSync(source, "changed since");
  const { stdout, stderr } = said("doctor");
  expect(stdout).toBe("");
  expect(stderr).toContain("tsx");
});
