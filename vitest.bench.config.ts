import { defineConfig } from "vitest/config";

/** What measures card payments; `tsx tools/bench/payment-figures.ts` runs it. Not a part of the tests. */
export default defineConfig({
  test: {
    name: "bench",
    include: ["tools/bench/measured/*.ts"],
    globalSetup: ["test/support/database-template.ts"],
    fileParallelism: false,
    maxWorkers: 1,
    testTimeout: 1_200_000,
    hookTimeout: 240_000,
  },
});
