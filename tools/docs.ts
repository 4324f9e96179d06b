// Writes docs/spec and docs/operating.md's table from the tables that the code itself uses; `--check` only compares.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { specification } from "./spec/specification.ts";

const checks = process.argv.includes("--check");
const drifted: string[] = [];
mkdirSync("docs/spec", { recursive: true });
for (const [file, text] of await specification()) {
  const now = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (now === text) continue;
  drifted.push(file);
  if (!checks) writeFileSync(file, text);
}
if (checks && drifted.length > 0) {
  process.stderr.write(`These documents differ from the code; run npm run docs:\n${drifted.join("\n")}\n`);
  process.exit(1);
}
process.stdout.write(
  checks ? "The documents say what the code says.\n" : `${drifted.length} documents written.\n`,
);
