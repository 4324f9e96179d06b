import { expect, inject, test } from "vitest";
import { examineSignIn } from "#main/cli/doctor/sign-in.ts";
import { readSettings } from "#main/config/read.ts";
import { settle } from "#main/config/settle.ts";
import { keycloakAdmin } from "./admin.ts";
import { realmFor } from "./realm.ts";

/** Address at which the app would be; nothing listens there. */
const APP = "http://localhost:5997";
const keycloak = inject("keycloak");

/** Findings of doctor by these settings, without what is good and what a sign-in alone can show. */
async function troubles(issuer: string, ...args: string[]): Promise<Record<string, string>> {
  const settings = settle(readSettings({}, ["--oidc-issuer", issuer, ...args]).settings, {});
  const findings = await examineSignIn(settings, false);
  return Object.fromEntries(
    findings
      .filter(({ verdict }) => verdict !== "good" && verdict !== "unknown")
      .map(({ about, verdict }) => [about, verdict]),
  );
}

test.each(["dpop", "bearer"] as const)(
  "doctor finds nothing to mend at a Keycloak made by our file (%s), and everything at an app that it does not know",
  async (variant) => {
    const realm = `doctor-${variant}`;
    await keycloakAdmin(keycloak).importRealm(realmFor(variant, realm, APP));
    const issuer = `${keycloak.url}/realms/${realm}`;
    expect(await troubles(issuer, "--public-url", APP)).toEqual({});
    expect(await troubles(issuer, "--public-url", "http://localhost:5996")).toEqual({
      cors: "bad",
      redirect: "bad",
      return: "bad",
    });
    expect(await troubles(issuer, "--public-url", APP, "--oidc-client-id", "nobody")).toEqual({
      redirect: "bad",
      return: "bad",
    });
  },
  180_000,
);
