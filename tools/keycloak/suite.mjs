import { findChromium, findHeadlessShell } from "../chromium.mjs";
import { keycloakHome } from "./distribution.mjs";
import { findJava } from "./java.mjs";

/**
 * Fetches what is missing for it. @param {string[]} more words for vitest
 *
 * @returns {Promise<import("../steps.mjs").Suite>} @throws Missing where Java or Keycloak cannot be had
 */
export async function keycloakSuite(more = []) {
  const java = findJava();
  const env = {
    WAYBILL_TEST_JAVA: java.command,
    WAYBILL_TEST_KEYCLOAK: await keycloakHome(java),
    WAYBILL_TEST_CHROMIUM: findChromium(),
    WAYBILL_TEST_HEADLESS_SHELL: findHeadlessShell(),
  };
  const args = ["--project", "keycloak", ...more];
  return { title: "sign-in on a real Keycloak", args, env };
}
