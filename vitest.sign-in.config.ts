import { defineConfig } from "vitest/config";

const browser = {
  fileParallelism: false,
  maxWorkers: 1,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
};

/** The same sign-in scenarios in a real browser on several providers: the embedded one, and a real Keycloak. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: "embedded", include: ["test/sign-in/embedded-*.test.ts"], ...browser } },
      {
        test: {
          name: "keycloak",
          include: ["test/sign-in/keycloak/**/*.test.ts"],
          globalSetup: ["test/sign-in/keycloak/server.ts"],
          ...browser,
        },
      },
    ],
  },
});
