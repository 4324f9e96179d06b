import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { type Who, PEOPLE } from "../people.ts";
import type { Administration, ProviderUnderTest } from "../provider.ts";
import { PATIENCE_MS } from "../stage.ts";
import { type Json, type KeycloakAdmin, keycloakAdmin } from "./admin.ts";
import { PASSWORD, type Variant, realmFor } from "./realm.ts";
import type { KeycloakServer } from "./server.ts";

/** Settings that docs/identity-providers.md tells operators to make, and a realm's role besides. */
const ROLE_MAP = [
  "client:waybill-api:sender=sender",
  "client:waybill-api:courier=courier",
  "client:waybill-api:dispatcher=dispatcher",
  "client:waybill-api:finance=finance",
  "client:waybill-api:org-admin=org-admin",
  "client:waybill-api:waybill-operator=waybill-operator",
  "realm:office=dispatcher+org-admin",
].join(",");

/** A realm from the operators' file for the Waybill at `productUrl`, on the running Keycloak. */
export async function openKeycloak(
  server: KeycloakServer,
  variant: Variant,
  productUrl: string,
): Promise<ProviderUnderTest> {
  const admin = keycloakAdmin(server);
  const realm = `waybill-${variant}`;
  await admin.importRealm(realmFor(variant, realm, productUrl));
  const issuer = `${server.url}/realms/${realm}`;
  return {
    issuer,
    tokenType: variant === "dpop" ? "DPoP" : "Bearer",
    settings: [
      "--oidc-issuer",
      issuer,
      "--oidc-dpop",
      variant === "dpop" ? "required" : "off",
      "--oidc-role-map",
      ROLE_MAP,
      "--oidc-account-url",
      `${issuer}/account`,
    ],
    asks: (page) => page.locator("#kc-form-login").waitFor(),
    async fillIn(page, who) {
      const name = page.locator("#username");
      // Asked again within a session, Keycloak knows the name.
      if (await name.isVisible()) await name.fill(who);
      await page.locator("#password").fill(PASSWORD);
      await page.locator("#kc-login").click();
    },
    cancel: (page) => refuseConsent(admin, realm, page),
    async showsAccount(page, who) {
      const email = () => page.locator("#email").inputValue();
      await expect.poll(email, { timeout: PATIENCE_MS }).toBe(PEOPLE[who].email);
    },
    endSession: (_context, who) => admin.endSessions(realm, who),
    signOutThere: (context) => signOut(context, issuer),
    silence: () => freeze(server.pid),
    administration: administrationOf(admin, realm),
  };
}

/** Keycloak's sign-in page has no way back. Its page of consent has: it is shown where the client asks for one. */
async function refuseConsent(admin: KeycloakAdmin, realm: string, page: Page): Promise<void> {
  const consent = (required: boolean) => (client: Json) => ({ ...client, consentRequired: required });
  await admin.changeClient(realm, "waybill-web", consent(true));
  try {
    await page.locator("#username").fill("ada");
    await page.locator("#password").fill(PASSWORD);
    await page.locator("#kc-login").click();
    await page.locator("#kc-cancel").click();
  } finally {
    await admin.changeClient(realm, "waybill-web", consent(false));
  }
}

async function signOut(context: BrowserContext, issuer: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${issuer}/protocol/openid-connect/logout`);
  await page.locator("#kc-logout").click();
  await page.locator("#kc-logout").waitFor({ state: "detached" });
  await page.close();
}

/** Keycloak hangs: connections are taken and nothing is answered. */
function freeze(pid: number): Promise<() => Promise<void>> {
  process.kill(pid, "SIGSTOP");
  return Promise.resolve(() => {
    process.kill(pid, "SIGCONT");
    return Promise.resolve();
  });
}

const administrationOf = (admin: KeycloakAdmin, realm: string): Administration => ({
  async enterWrongPassword(page, who) {
    await page.locator("#username").fill(who);
    await page.locator("#password").fill(`not ${PASSWORD}`);
    await page.locator("#kc-login").click();
    await page.getByText("Invalid username or password").first().waitFor();
  },
  setRoles: (who, roles) => admin.setClientRoles(realm, who, "waybill-api", roles),
  setEnabled: (who: Who, enabled) => admin.changeUser(realm, who, { enabled }),
  rotateKeys: () => admin.rotateKeys(realm),
  setTokenLife: (seconds) => admin.changeRealm(realm, { accessTokenLifespan: seconds }),
  setAudience: (named) =>
    admin.changeClient(realm, "waybill-web", (client) => {
      const mappers = client["protocolMappers"] as (Json & { config: Json })[];
      return {
        ...client,
        protocolMappers: mappers.map((mapper) => ({
          ...mapper,
          config: { ...mapper.config, "access.token.claim": String(named) },
        })),
      };
    }),
});
