import { defineConfig } from "vitest/config";
import { words } from "./tools/build/words-plugin.ts";

const database = {
  globalSetup: ["test/support/database/database-template.ts"],
  testTimeout: 180_000,
  hookTimeout: 240_000,
};

/**
 * One file after the other: each browser takes a processor of its own. The modules are loaded once for all of them:
 * measured, 8 s of processor time for ten files instead of 21.
 */
const browser = {
  isolate: false,
  fileParallelism: false,
  maxWorkers: 1,
  testTimeout: 120_000,
  hookTimeout: 420_000,
  // A page is waited for; a busy machine only makes it later.
  expect: { poll: { timeout: 60_000 } },
};

/** Everything that is run by Vitest, a project for each kind. No test has a second try: one that needs it is at fault. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "rules",
          include: ["src/{kernel,contract}/**/*.test.ts", "src/features/*/{domain,contract}/**/*.test.ts"],
          isolate: false,
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: "server",
          include: [
            "src/{server,main,engines}/**/*.test.ts",
            "src/features/*/server/**/*.test.ts",
            "test/server/**/*.test.ts",
          ],
          // Files of one process share one load of the modules: measured, 29 s of processor time for nine files instead of 53.
          isolate: false,
          setupFiles: ["test/support/database/record-statements.ts"],
          ...database,
        },
      },
      // The plans of all that the server's tests had sent: behind them, in the same run.
      {
        test: {
          name: "plans",
          include: ["test/plans/**/*.test.ts"],
          sequence: { groupOrder: 1 },
          ...database,
        },
      },
      {
        plugins: [words()],
        test: {
          name: "web",
          include: [
            "src/web/**/*.test.{ts,tsx}",
            "src/features/*/web/**/*.test.{ts,tsx}",
            "src/main/*.test.tsx",
          ],
          environment: "happy-dom",
          // Pages save a file by pressing a link. happy-dom would follow it to a blob, whose page has no origin.
          environmentOptions: { happyDOM: { settings: { navigation: { disableFallbackToSetURL: true } } } },
          isolate: false,
          setupFiles: ["test/support/web/fresh-page.ts"],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "simulation",
          include: ["test/sim/**/*.test.ts", "test/shifts/**/*.test.ts", "test/desk-model/**/*.test.ts"],
          testTimeout: 3_600_000,
          hookTimeout: 240_000,
        },
      },
      // Money under SIGKILL and under every interleaving, on the embedded database. One load of the modules takes 15 s of
      // processor time less than six.
      { test: { name: "crash", include: ["test/crash/**/*.test.ts"], isolate: false, ...database } },
      { test: { name: "kill", include: ["test/kill/**/*.test.ts"], hookTimeout: 240_000 } },
      { test: { name: "house", include: ["test/*.test.ts"], testTimeout: 300_000 } },
      // Whole journeys in a real browser against a running Waybill.
      {
        test: {
          ...browser,
          name: "browser",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: ["test/support/processes/running-product.ts"],
          testTimeout: 240_000,
          // Those of one file that wait side by side; more would only make each other late.
          maxConcurrency: 4,
        },
      },
      // The built client in a real browser against a provider that does everything wrong that it can.
      {
        test: {
          ...browser,
          name: "evil",
          include: ["test/evil/**/*.test.ts"],
          globalSetup: ["test/evil/running.ts"],
          maxConcurrency: 6,
          testTimeout: 600_000,
        },
      },
      // The same sign-in scenarios on several providers: the embedded one, and a real Keycloak.
      { test: { ...browser, name: "embedded", include: ["test/sign-in/embedded-*.test.ts"] } },
      {
        test: {
          ...browser,
          name: "keycloak",
          include: ["test/sign-in/keycloak/**/*.test.ts"],
          globalSetup: ["test/sign-in/keycloak/server.ts"],
        },
      },
      // A courier's phone in a real browser against a running Waybill; no part of the tests.
      {
        test: {
          ...browser,
          name: "bench-browser",
          include: ["tools/bench/in-browser/*.ts"],
          globalSetup: ["test/support/processes/running-product.ts"],
          testTimeout: 1_200_000,
        },
      },
      // What measures card payments; `tsx tools/bench/payment-figures.ts` runs it. Not a part of the tests.
      {
        test: {
          name: "bench",
          include: ["tools/bench/measured/*.ts"],
          globalSetup: ["test/support/database/database-template.ts"],
          fileParallelism: false,
          maxWorkers: 1,
          testTimeout: 1_200_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
