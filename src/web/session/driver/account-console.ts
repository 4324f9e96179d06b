import type { BrowserConfig } from "#contract/browser-config.ts";

const KEYCLOAK = /\/realms\/[^/]+\/?$/;

/** The provider's page for passwords and devices: as configured, or where Keycloak has it. */
export function accountConsole(config: BrowserConfig | undefined): string | undefined {
  if (!config || config.accountUrl !== undefined) return config?.accountUrl;
  return KEYCLOAK.test(config.issuer) ? `${config.issuer.replace(/\/$/, "")}/account` : undefined;
}
