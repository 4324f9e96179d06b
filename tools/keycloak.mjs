// `npm run test:keycloak`: the sign-in scenarios on a real Keycloak, bearer and DPoP. Where Java or Keycloak cannot be
// had it says so and fails; `-- --allow-missing` lets it pass. Other arguments go to vitest.
import { Missing } from "./keycloak/missing.mjs";
import { keycloakSuite } from "./keycloak/suite.mjs";
import { build, close, suite } from "./steps.mjs";

const more = process.argv.slice(2).filter((word) => word !== "--allow-missing");

try {
  const one = await keycloakSuite(more);
  await build();
  close([await suite(one)]);
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
