import { defineConfig } from "vitest/config";
import { words } from "./tools/words-plugin.ts";

const database = {
  globalSetup: ["test/support/database-template.ts"],
  testTimeout: 180_000,
  hookTimeout: 240_000,
};

/** Pure rules, server on a real database, web in happy-dom, the whole product under SIGKILL, cross-cutting checks. */
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
            "src/{server,main}/**/*.test.ts",
            "src/features/*/server/**/*.test.ts",
            "test/server/**/*.test.ts",
          ],
          // Files of one process share one load of the modules: measured, 29 s of processor time for nine files instead of 53.
          isolate: false,
          ...database,
        },
      },
      {
        plugins: [words()],
        test: {
          name: "web",
          include: ["src/web/**/*.test.{ts,tsx}", "src/features/*/web/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "simulation",
          include: ["test/sim/**/*.test.ts"],
          testTimeout: 3_600_000,
          hookTimeout: 240_000,
        },
      },
      // Money under SIGKILL and under every interleaving, on the embedded database.
      {
        test: {
          name: "crash",
          include: ["test/crash/**/*.test.ts"],
          ...database,
        },
      },
      { test: { name: "kill", include: ["test/kill/**/*.test.ts"], hookTimeout: 240_000 } },
      { test: { name: "house", include: ["test/*.test.ts"], testTimeout: 300_000 } },
    ],
  },
});
