import type { BrowserConfig } from "#contract/browser-config.ts";
import { SESSION_TIMES } from "#contract/session.ts";
import { DEMO_PEOPLE } from "#engines/demo-identity/people.ts";
import { isLoopback } from "#server/config/loopback.ts";
import { phonePlanOf } from "#server/config/phone-plan.ts";
import type { Settings } from "./settings.ts";

/** Builds what `/config.json` says. Names each field, so that no new setting reaches browsers unseen. */
export function browserConfig(settings: Settings, sandboxScript: string): BrowserConfig {
  const { country, timeZone, demo } = settings;
  const phone = phonePlanOf({ country, timeZone, demo });
  const center = settings.mapCenter?.split(",").map(Number);
  return {
    issuer: settings.oidcIssuer,
    clientId: settings.oidcClientId,
    scope: settings.oidcScope,
    ...(settings.oidcResource !== undefined && { resource: settings.oidcResource }),
    ...(settings.oidcAccountUrl !== undefined && { accountUrl: settings.oidcAccountUrl }),
    rolesRealmPath: settings.oidcRolesRealmPath,
    rolesClientPath: settings.oidcRolesClientPath,
    rolesClient: settings.oidcRolesClient,
    roleMap: Object.fromEntries(Object.entries(settings.oidcRoleMap).map(([from, to]) => [from, [...to]])),
    joinBy: settings.joinBy,
    dpop: settings.oidcDpop,
    offlineHours: settings.oidcOfflineHours,
    extraParams: { ...settings.oidcExtraParams },
    org: { name: settings.orgName, isOpen: true },
    currency: settings.currency,
    timezone: settings.timeZone,
    ...(phone && { phone }),
    locales: [...settings.locales],
    demo: {
      on: settings.demo,
      people: settings.demo && settings.embeddedProvider ? demoPeople() : [],
      ...(isOpenToPhones(settings) && { phoneUrl: settings.publicUrl }),
    },
    payment: paymentOf(settings, sandboxScript),
    mails: settings.mailUrl === undefined ? "folder" : "server",
    map: {
      ...(center && { center: [center[0] ?? 0, center[1] ?? 0] as [number, number] }),
      zoom: settings.mapZoom,
    },
    ...SESSION_TIMES,
  };
}

/** Browsers sign in beyond this machine on https only, and only if it is not the provider that keeps to this machine. */
const isOpenToPhones = ({ publicUrl, oidcIssuer }: Settings): boolean =>
  publicUrl.startsWith("https://") &&
  ![publicUrl, oidcIssuer].some((address) => isLoopback(new URL(address).hostname));

const demoPeople = () =>
  DEMO_PEOPLE.map(({ hint, name, roles }) => ({ hint, name, role: roles[0] ?? ("sender" as const) }));

function paymentOf(settings: Settings, sandboxScript: string): BrowserConfig["payment"] {
  const { payment: provider, stripeScriptUrl, stripePublishableKey } = settings;
  if (provider === "sandbox") return { provider, scriptUrl: sandboxScript, global: "Stripe", wallets: false };
  if (provider === "none") return { provider, ways: [...settings.payWays] };
  return {
    provider,
    scriptUrl: stripeScriptUrl,
    global: "Stripe",
    ...(stripePublishableKey !== undefined && { publicKey: stripePublishableKey }),
    wallets: settings.stripeWallets === "auto",
  };
}
