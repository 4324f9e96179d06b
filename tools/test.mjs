// `npm test`: sets up what the tests need and runs all of them, several suites side by side. `npm test -- --quick` leaves
// out the repeats on other databases and Node versions; `-- --keycloak` adds sign-in on a real Keycloak.
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
const { build, close, sideBySide } = await import("./steps.mjs");
const { findChromium } = await import("./chromium.mjs");
const { keycloakSuite } = await import("./keycloak/suite.mjs");
const { findNode24 } = await import("./node-24.mjs");
const { startOwnPostgres } = await import("./own-postgres.mjs");

const has = (word) => process.argv.includes(word);
const own = has("--quick") ? undefined : startOwnPostgres();
const failed = [];
/** Lists of suites. What cannot be set up is a failure with its reason; the rest runs all the same. */
const set = async (title, make) => {
  try {
    return await make();
  } catch (error) {
    process.stderr.write(`${title}: ${error instanceof Error ? error.message : String(error)}\n`);
    failed.push({ title, passed: 0, failed: 1, skipped: 0, seconds: 0 });
    return [];
  }
};

/** What needs the built client, most of it a real browser. */
const browserSuites = await set("browser", async () => {
  const env = { WAYBILL_TEST_CHROMIUM: findChromium() };
  await build();
  return [
    { title: "browser", args: ["--config", "vitest.e2e.config.ts"] },
    {
      title: "sign-in on the embedded provider",
      args: ["--config", "vitest.sign-in.config.ts", "--project", "embedded"],
    },
    { title: "sign-in against a provider that misbehaves", args: ["--config", "vitest.evil.config.ts"] },
    { title: "the main job under SIGKILL", args: ["--project", "kill"] },
  ].map((one) => ({ ...one, env }));
});
const keycloak = has("--keycloak") ? await set("Keycloak", async () => [await keycloakSuite()]) : [];
const elsewhere = has("--quick") ? [] : await set("another database and Node", serverElsewhere);
const simulation = {
  title: "the simulation of payments",
  args: ["--project", "simulation"],
  env: { WAYBILL_SIM_PROCESSES: "1" },
  once: true,
};

const results = await sideBySide([
  [...browserSuites, ...keycloak],
  [
    { title: "rules, web and house", args: ["--project", "rules", "--project", "web", "--project", "house"] },
    { title: "server on the embedded PostgreSQL", args: ["--project", "server"] },
    { title: "money under crashes and interleavings", args: ["--project", "crash"] },
    ...elsewhere,
    simulation,
  ],
]);
own?.stop();
close([...results, ...failed]);

/** Once more with everything else that may be under it: the machine's own PostgreSQL, and Node 24. */
async function serverElsewhere() {
  const node = await findNode24();
  const names = [own && `PostgreSQL ${own.major}`, node && "Node 24"].filter(Boolean);
  if (!own)
    process.stdout.write(
      "\nThis machine has no PostgreSQL of its own: the server suites run on the embedded one only.\n",
    );
  if (!node)
    process.stdout.write("\nNode 24 cannot be installed here: the server suites run on this Node only.\n");
  if (names.length === 0) return [];
  const env = own ? { WAYBILL_TEST_DATABASE_URL: own.url } : {};
  return [{ title: `server on ${names.join(" and ")}`, args: ["--project", "server"], env, node }];
}
