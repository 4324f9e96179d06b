// `npm run check`: format, lint, types, unused code and dependencies, generated documents, bytes, tests. The same as CI.
import { run } from "./steps.mjs";

const npx = process.platform === "win32" ? "npx.cmd" : "npx";
/** @type {[string, string, string[]][]} */
const steps = [
  ["format", npx, ["oxfmt", "--check"]],
  ["lint", npx, ["oxlint", "--type-aware", "--deny-warnings"]],
  ["types", npx, ["tsc", "-b"]],
  ["unused", npx, ["knip"]],
  ["documents", npx, ["tsx", "tools/docs.ts", "--check"]],
  ["tests", process.execPath, ["tools/test.mjs", ...process.argv.slice(2)]],
  ["bytes", process.execPath, ["tools/bytes.mjs"]],
];
const failed = [];
for (const [name, command, args] of steps) {
  process.stdout.write(`\n== ${name}\n`);
  if ((await run(command, args)) !== 0) failed.push(name);
}
// Every step is run whatever failed before it: one run names all that is to be mended.
if (failed.length > 0) {
  process.stderr.write(`check: ${failed.join(", ")} failed\n`);
  process.exit(1);
}
