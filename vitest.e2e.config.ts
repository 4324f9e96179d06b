import { defineConfig } from "vitest/config";

/** Whole journeys in a real browser against a running Waybill, one file after the other. */
export default defineConfig({
  test: {
    name: "browser",
    include: ["test/e2e/**/*.test.ts"],
    globalSetup: ["test/support/running-product.ts"],
    fileParallelism: false,
    maxWorkers: 1,
    testTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // Those of one file that wait side by side; more would only make each other late.
    maxConcurrency: 4,
    hookTimeout: 180_000,
  },
});
