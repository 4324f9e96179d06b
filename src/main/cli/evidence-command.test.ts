import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { zipSync } from "fflate";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { chainOf, headOf } from "#features/evidence/domain/chain.ts";
import { sealed, textOf } from "#features/evidence/domain/sealed-file.ts";
import { readSettings } from "#main/config/read.ts";
import { sha256 } from "#server/db/hash.ts";
import { evidenceCommand } from "./evidence-command.ts";

afterEach(() => void (process.exitCode = undefined));

const readme = Buffer.from("Read me");
const files = [{ name: "README.txt", bytes: readme.length, sha256: sha256(readme) }];
const facts = chainOf([{ kind: "booked" }, { kind: "standing" }], sha256);
const file = sealed({ delivery: "WB-1004", issuer: "Nord", facts, head: headOf(facts), files }, sha256);
const zip = (content: object) =>
  zipSync({ "README.txt": readme, "facts.json": Buffer.from(textOf(content)) });

/** Prints and exit code of the check of a file with these bytes. */
async function check(bytes: Uint8Array) {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-verify-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const name = path.join(folder, "evidence.zip");
  writeFileSync(name, bytes);
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  await evidenceCommand(readSettings({}, ["verify", name]));
  return { said: write.mock.calls.map(([text]) => String(text)).join(""), code: process.exitCode };
}

test("a whole file ends well and prints its seal", async () => {
  const { said, code } = await check(zip(file));
  expect(code).toBeUndefined();
  for (const part of ["WB-1004 is whole. Facts: 2, pictures: 0;", "Nord", file.head, `Seal: ${file.seal}`])
    expect(said).toContain(part);
});

test("a changed file ends with 2 and says what was changed", async () => {
  const { said, code } = await check(zip({ ...file, facts: facts.slice(1) }));
  expect(code).toBe(2);
  expect(said).toContain("Fact 1 is not in its place");
  expect(said).toContain("The evidence for WB-1004 is NOT as it was issued. Ask Nord for it anew.");
});

test("what is no evidence, and half a command, are said so", async () => {
  await expect(check(Buffer.from("%PDF"))).rejects.toThrow(
    "cannot be checked as evidence: it is no ZIP file",
  );
  for (const words of [[], ["verify"], ["look", "a.zip"]])
    await expect(evidenceCommand(readSettings({}, words))).rejects.toThrow("waybill evidence verify FILE");
});
