// `npm run check`: format, lint, types, unused code and dependencies, generated documents, bytes, tests. The same as CI.
import { run, runQuietly } from "./steps.mjs";

const npx = process.platform === "win32" ? "npx.cmd" : "npx";
/** @typedef {[name: string, command: string, args: string[]]} Step */
/** Read the code alone; the longest first. @type {Step[]} */
const reading = [
  ["lint", npx, ["oxlint", "--type-aware", "--deny-warnings"]],
  ["types", npx, ["tsc", "-b"]],
  ["documents", npx, ["tsx", "tools/docs.ts", "--check"]],
  ["unused", npx, ["knip"]],
  ["format", npx, ["oxfmt", "--check"]],
];
/** @type {Step[]} */
const after = [
  ["tests", process.execPath, ["tools/test.mjs", ...process.argv.slice(2)]],
  ["bytes", process.execPath, ["tools/bytes.mjs"]],
];
const failed = [];

/** Two at a time: each uses one processor for most of its time. What one says is shown whole at its end. */
async function readTwoAtATime() {
  const waiting = [...reading];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const [name, command, args] = step;
      const { code, said } = await runQuietly(command, args);
      process.stdout.write(`\n== ${name}\n${said}`);
      if (code !== 0) failed.push(name);
    }
  };
  await Promise.all([work(), work()]);
}

// Every step is run whatever failed before it: one run names all that is to be mended.
await readTwoAtATime();
for (const [name, command, args] of after) {
  process.stdout.write(`\n== ${name}\n`);
  if ((await run(command, args)) !== 0) failed.push(name);
}
if (failed.length > 0) {
  process.stderr.write(`check: ${failed.join(", ")} failed\n`);
  process.exit(1);
}
