import { defineConfig } from "vitest/config";

/** The built client in a real browser against a provider that does everything wrong that it can. */
export default defineConfig({
  test: {
    name: "misbehaving provider",
    include: ["test/evil/**/*.test.ts"],
    globalSetup: ["test/evil/running.ts"],
    fileParallelism: false,
    maxWorkers: 1,
    maxConcurrency: 6,
    testTimeout: 600_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
