// `npm test`: sets up what the tests need and runs all of them, several suites side by side. `npm test -- --quick` leaves
// out what repeats a part of them on another database and Node; `-- --keycloak` adds sign-in on a real Keycloak, and
// `-- --again` runs a file that failed once more at the end.
// `npm test -- deliveries` runs the tests of that room alone, other words those of the files whose path has them.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { keepTemporaryFilesInMemory } from "./memory-folder.mjs";
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
keepTemporaryFilesInMemory();
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
if (words.length > 0) {
  const files = words.map((word) => (existsSync(`src/features/${word}`) ? `src/features/${word}/` : word));
  const projects = ["rules", "web", "server", "house"].flatMap((name) => ["--project", name]);
  process.exit(await run(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...projects, ...files]));
}
const { build, close, sideBySide } = await import("./steps.mjs");
const { findChromium, findHeadlessShell } = await import("./chromium.mjs");
const { keycloakSuite } = await import("./keycloak/suite.mjs");
const { findNode24 } = await import("./node-24.mjs");
const { startOwnPostgres } = await import("./own-postgres.mjs");

/** Files of the server that lean on what a database or a Node does its own way. */
const LEAN_ON_BOTH = [
  "src/server/db/",
  "src/server/jobs/",
  "src/server/live/",
  "src/server/http/",
  "src/server/identity/proof",
  "src/server/identity/session-ends",
  "src/main/shutdown",
  "src/features/deliveries/server/",
  "src/features/books/server/findings/",
  "test/server/fences",
  "test/server/plans",
  "test/server/plain-owner",
  "test/server/two-nodes",
  "test/server/world",
];

const has = (word) => process.argv.includes(word);
const own = has("--quick") ? undefined : await startOwnPostgres();
const failed = [];
/** Suites. What cannot be set up is a failure with its reason; the rest runs all the same. */
const set = async (title, make) => {
  try {
    return await make();
  } catch (error) {
    process.stderr.write(`${title}: ${error instanceof Error ? error.message : String(error)}\n`);
    failed.push({ title, passed: 0, failed: 1, skipped: 0, seconds: 0, processor: 0 });
    return [];
  }
};

const made = mkdtempSync(path.join(tmpdir(), "waybill-made-"));
/** Suites at the same time: each has one file under way, and waits for its browser or database now and then. */
const PLACES = 3;
const SESSIONS = "test/e2e/session-*.test.ts";
const E2E = ["--project", "browser"];
const JOURNEYS = [...E2E, "--exclude", SESSIONS];

/** Suites that need the built client, most of it a real browser, by how long they take. */
const browser = set("browser", async () => {
  const env = { WAYBILL_TEST_CHROMIUM: findChromium(), WAYBILL_TEST_HEADLESS_SHELL: findHeadlessShell() };
  await build();
  await makeData();
  const suites = {
    // In two parts, so that no place is left with half an hour of them when the others are done.
    journeys: { title: "browser: journeys, first part", args: JOURNEYS, part: "1/2" },
    moreJourneys: { title: "browser: journeys, second part", args: JOURNEYS, part: "2/2" },
    // Most of its time it waits for looks that come every few seconds.
    sessions: { title: "browser: sessions", args: E2E, files: ["test/e2e/session-"] },
    evil: { title: "sign-in against a provider that misbehaves", args: ["--project", "evil"] },
    embedded: { title: "sign-in on the embedded provider", args: ["--project", "embedded"] },
    kill: { title: "the main job under SIGKILL", args: ["--project", "kill"], once: true },
  };
  return Object.fromEntries(Object.entries(suites).map(([name, one]) => [name, { ...one, env }]));
});

/** Data of a first start, with a demo and without, that the products of all suites begin with a copy of. */
async function makeData() {
  const args = ["--import", "tsx", "test/support/processes/make-data.ts", made];
  if ((await run(process.execPath, args)) !== 0) throw new Error("A Waybill did not start; see above.");
  process.env["WAYBILL_TEST_MADE_DATA"] = made;
}

const keycloak = has("--keycloak") ? set("Keycloak", async () => [await keycloakSuite()]) : [];
const node24 = has("--quick") ? undefined : await findNode24();
const simulation = {
  title: "simulations of payments, of couriers' shifts and of the desk",
  args: ["--project", "simulation"],
  env: { WAYBILL_SIM_PROCESSES: "1" },
  // Worlds that compute: measured, 60 shifts in 6.4 s of its processor time instead of 10.9.
  node: node24,
  once: true,
};

// Built before any suite reads or writes what is built.
const [{ journeys, moreJourneys, sessions, evil, embedded, kill }, [realKeycloak], [unit]] =
  await Promise.all([
    browser,
    keycloak,
    sideBySide([{ title: "rules and web", args: ["--project", "rules", "--project", "web"] }]),
  ]);
const statements = mkdtempSync(path.join(tmpdir(), "waybill-statements-"));
const [server, leaning] = serverSuites();
// The longest first: the places end at nearly the same time.
const ordered = [
  journeys,
  server,
  moreJourneys,
  sessions,
  evil,
  realKeycloak,
  leaning,
  { title: "money under crashes and interleavings", args: ["--project", "crash"], once: true },
  embedded,
  { title: "house", args: ["--project", "house"] },
  simulation,
  kill,
];
const results = await sideBySide(
  ordered.filter((one) => one !== undefined),
  PLACES,
);
own?.stop();
for (const folder of [statements, made]) rmSync(folder, { recursive: true, force: true });
close([unit, ...results, ...failed]);

/**
 * All of the server on the oldest PostgreSQL that we support, which knows the least, and on Node 24, which is quicker; a part of
 * it on the newest PostgreSQL and this Node.
 *
 * @see docs/decisions/0052-the-whole-suite-on-the-oldest.md
 */
function serverSuites() {
  const say = (sentence) => process.stdout.write(`\n${sentence}\n`);
  const database = own ? `PostgreSQL ${own.major}` : "the embedded PostgreSQL";
  const whole = {
    title: `server on ${database}${node24 ? " and Node 24" : ""}`,
    // Measured, three rooms: 44 s of processor time instead of 58.
    node: node24,
    // Behind all that the server was made to send, its plans on a large shop.
    args: ["--project", "server", "--project", "plans"],
    env: { WAYBILL_TEST_STATEMENTS: statements, ...(own && { WAYBILL_TEST_DATABASE_URL: own.url }) },
  };
  if (has("--quick")) return [whole];
  if (!own) say("This machine has no PostgreSQL of its own: the server suites run on the embedded one only.");
  if (!node24) say("Node 24 cannot be installed here: the server suites run on this Node only.");
  if (!own && !node24) return [whole];
  const title = "what leans on database and Node, on the embedded PostgreSQL and this Node";
  return [whole, { title, args: ["--project", "server"], files: LEAN_ON_BOTH }];
}
