// `npm test`: sets up what the tests need and runs all of them. `npm test -- --quick` leaves out the repeats on
// other databases and Node versions.
import { existsSync } from "node:fs";
import { run } from "./steps.mjs";

if (!existsSync("node_modules/vitest")) {
  const code = await run(process.platform === "win32" ? "npm.cmd" : "npm", ["ci", "--no-audit", "--no-fund"]);
  if (code !== 0) {
    process.stderr.write(
      "Installing the packages failed; see above. Put that right and run npm test again.\n",
    );
    process.exit(1);
  }
}
const { suite, close } = await import("./steps.mjs");
const { findChromium } = await import("./chromium.mjs");
const { findNode24 } = await import("./node-24.mjs");
const { startOwnPostgres } = await import("./own-postgres.mjs");

/** What needs the built client, most of it a real browser; one after the other: two at once make each other late. */
const BROWSER_SUITES = [
  ["browser", ["--config", "vitest.e2e.config.ts"]],
  ["sign-in on the embedded provider", ["--config", "vitest.sign-in.config.ts", "--project", "embedded"]],
  ["sign-in against a provider that misbehaves", ["--config", "vitest.evil.config.ts"]],
  ["the main job under SIGKILL", ["--project", "kill"]],
];

const quick = process.argv.includes("--quick");
const results = [];

results.push(
  await suite("rules, web and house", ["--project", "rules", "--project", "web", "--project", "house"]),
);
results.push(await suite("server on the embedded PostgreSQL", ["--project", "server"]));
results.push(await suite("the simulation of payments", ["--project", "simulation"], { once: true }));
try {
  const chromium = findChromium();
  const built = await run(process.execPath, ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"]);
  if (built !== 0) throw new Error("The client could not be built; see above.");
  const env = { WAYBILL_TEST_CHROMIUM: chromium };
  for (const [title, words] of BROWSER_SUITES) results.push(await suite(title, words, { env }));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  results.push({ title: "browser", passed: 0, failed: 1, skipped: 0, seconds: 0 });
}
results.push(await suite("money under crashes and interleavings", ["--project", "crash"]));
// Once more with everything else that may be under it: the machine's own PostgreSQL, and Node 24.
if (!quick) {
  const own = startOwnPostgres();
  const node = await findNode24();
  const names = [own && `PostgreSQL ${own.major}`, node && "Node 24"].filter(Boolean);
  const env = own ? { WAYBILL_TEST_DATABASE_URL: own.url } : {};
  if (!own)
    process.stdout.write(
      "\nThis machine has no PostgreSQL of its own: the server suites run on the embedded one only.\n",
    );
  if (!node)
    process.stdout.write("\nNode 24 cannot be installed here: the server suites run on this Node only.\n");
  if (names.length > 0)
    results.push(await suite(`server on ${names.join(" and ")}`, ["--project", "server"], { env, node }));
  own?.stop();
}
close(results);
