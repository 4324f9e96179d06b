import { type BrowserConfig, SESSION_TIMES } from "#contract/browser-config.ts";
import { DEMO_PEOPLE } from "../identity/demo-people.ts";
import type { Settings } from "./settings.ts";

/** Where the browser finds the sandbox's script and under which global name. The payments room knows it. */
export interface SandboxScript {
  readonly scriptUrl: string;
  readonly global: string;
}

/** Builds what `/config.json` says. Names each field, so that no new setting reaches browsers unseen. */
export function browserConfig(settings: Settings, sandbox: SandboxScript): BrowserConfig {
  const center = settings.mapCenter?.split(",").map(Number);
  return {
    issuer: settings.issuer,
    clientId: settings.clientId,
    scope: settings.scope,
    ...(settings.resource !== undefined && { resource: settings.resource }),
    ...(settings.accountUrl !== undefined && { accountUrl: settings.accountUrl }),
    rolesRealmPath: settings.rolesRealmPath,
    rolesClientPath: settings.rolesClientPath,
    rolesClient: settings.rolesClient,
    roleMap: Object.fromEntries(Object.entries(settings.roleMap).map(([from, to]) => [from, [...to]])),
    org: { name: settings.orgName },
    currency: settings.currency,
    timezone: settings.timeZone,
    locales: [...settings.locales],
    demo: {
      on: settings.demo,
      people: settings.demo && settings.embeddedProvider ? demoPeople() : [],
    },
    payment: settings.payment === "sandbox" ? { provider: "sandbox", ...sandbox } : { provider: "none" },
    map: {
      ...(center && { center: [center[0] ?? 0, center[1] ?? 0] as [number, number] }),
      zoom: settings.mapZoom,
    },
    ...SESSION_TIMES,
  };
}

const demoPeople = () =>
  DEMO_PEOPLE.map(({ hint, name, roles }) => ({ hint, name, role: roles[0] ?? ("sender" as const) }));
