// `npm run test:keycloak`: the sign-in scenarios on a real Keycloak, bearer and DPoP. Where Java or Keycloak cannot be
// had it says so and fails; `-- --allow-missing` lets it pass. Other arguments go to vitest.
import { findChromium } from "./chromium.mjs";
import { keycloakHome } from "./keycloak/distribution.mjs";
import { findJava } from "./keycloak/java.mjs";
import { Missing } from "./keycloak/missing.mjs";
import { close, run, suite } from "./steps.mjs";

const more = process.argv.slice(2).filter((word) => word !== "--allow-missing");

try {
  const java = findJava();
  const home = await keycloakHome(java);
  const env = {
    WAYBILL_TEST_JAVA: java.command,
    WAYBILL_TEST_KEYCLOAK: home,
    WAYBILL_TEST_CHROMIUM: findChromium(),
  };
  const built = await run(process.execPath, ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"]);
  if (built !== 0) throw new Error("The client could not be built; see above.");
  const words = ["--config", "vitest.sign-in.config.ts", "--project", "keycloak", ...more];
  close([await suite("sign-in on a real Keycloak", words, { env })]);
} catch (error) {
  const isMissing = error instanceof Missing;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (isMissing && process.argv.includes("--allow-missing"))
    process.stdout.write(
      "The suites on a real Keycloak were left out, as --allow-missing says.\n0 passed, 0 failed, 0 skipped\n",
    );
  else {
    process.stdout.write("0 passed, 1 failed, 0 skipped\n");
    process.exitCode = 1;
  }
}
